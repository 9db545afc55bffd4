# Shared words: what several workers read and write at once goes through these.
#
# Relaxed everywhere but at the publication of new children (store_release after the block
# is filled, load_acquire before it is read): a statistic that is one simulation old does no
# harm. `shared` is false while one worker owns the tree; then an addition is a plain one.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #define load32(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define load64(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define load8(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define store8(p, x) __atomic_store_n((p), (x), __ATOMIC_RELAXED)
    #define store32(p, x) __atomic_store_n((p), (x), __ATOMIC_RELAXED)
    #define load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
    #define store_release(p, x) __atomic_store_n((p), (x), __ATOMIC_RELEASE)
    static inline void add32(uint32_t *p, uint32_t x, int shared) {
        if (shared) __atomic_fetch_add(p, x, __ATOMIC_RELAXED); else *p += x;
    }
    static inline void add64(uint64_t *p, uint64_t x, int shared) {
        if (shared) __atomic_fetch_add(p, x, __ATOMIC_RELAXED); else *p += x;
    }
    /* Not an exact sum under contention: an addition may be lost, never torn. */
    static inline void add_float(float *p, float x) {
        float v; __atomic_load(p, &v, __ATOMIC_RELAXED);
        v += x; __atomic_store(p, &v, __ATOMIC_RELAXED);
    }
    static inline float load_float(const float *p) {
        float v; __atomic_load(p, &v, __ATOMIC_RELAXED); return v;
    }
    static inline int try_lock(uint8_t *p) {
        return !__atomic_test_and_set(p, __ATOMIC_ACQUIRE);
    }
    static inline void unlock(uint8_t *p) { __atomic_clear(p, __ATOMIC_RELEASE); }
    static inline void spin_lock(uint8_t *p) {
        while (__atomic_test_and_set(p, __ATOMIC_ACQUIRE))
            while (__atomic_load_n(p, __ATOMIC_RELAXED)) ;
    }
    """
    uint8_t load8(const uint8_t *p) noexcept nogil
    uint32_t load32(const uint32_t *p) noexcept nogil
    uint64_t load64(const uint64_t *p) noexcept nogil
    void store8(uint8_t *p, uint8_t x) noexcept nogil
    void store32(uint32_t *p, uint32_t x) noexcept nogil
    uint32_t load_acquire(const uint32_t *p) noexcept nogil
    void store_release(uint32_t *p, uint32_t x) noexcept nogil
    void add32(uint32_t *p, uint32_t x, bint shared) noexcept nogil
    void add64(uint64_t *p, uint64_t x, bint shared) noexcept nogil
    void add_float(float *p, float x) noexcept nogil
    float load_float(const float *p) noexcept nogil
    bint try_lock(uint8_t *p) noexcept nogil
    void unlock(uint8_t *p) noexcept nogil
    void spin_lock(uint8_t *p) noexcept nogil
