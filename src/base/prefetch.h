// SPDX-License-Identifier: MIT
// A hint to the processor.

#ifndef KIFU_BASE_PREFETCH_H
#define KIFU_BASE_PREFETCH_H

// Has the processor fetch what is needed soon.
#ifdef __GNUC__
#define KF_PREFETCH(address) __builtin_prefetch((const void *)(address))
#else
#define KF_PREFETCH(address) ((void)(address))
#endif

#endif
