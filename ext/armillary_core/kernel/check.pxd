# The C assert of checked builds. A Python `assert` in a `noexcept` function would only
# print and return 0, so below the Python line this is the only one in use.

cdef extern from *:
    """
    #include <stdio.h>
    #include <stdlib.h>
    #ifdef ARMILLARY_CHECKED
    #define ARMILLARY_IS_CHECKED 1
    #define must(condition) ((condition) ? (void)0 : \\
        (fprintf(stderr, "%s:%d: must(%s)\\n", __FILE__, __LINE__, #condition), abort()))
    #else
    #define ARMILLARY_IS_CHECKED 0
    #define must(condition) ((void)0)
    #endif
    """
    void must(bint condition) noexcept nogil       # abort unless it holds; free when unchecked
    const bint ARMILLARY_IS_CHECKED
