from libc.stdint cimport int32_t, uint8_t

cdef const char *setup(void *p, uint8_t seats, const int32_t *options) noexcept nogil
