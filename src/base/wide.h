// SPDX-License-Identifier: MIT
// Whether wide registers may be used.

#ifndef KF_BASE_WIDE_H
#define KF_BASE_WIDE_H

// KF_HAS_WIDE: functions may ask for instructions of the x86-64 that not every processor of the
// kind has; which are there is asked where they are called. A build with sanitizers does without,
// so that both ways are tested, and so does one with KF_WITHOUT_WIDE defined.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KF_WITHOUT_WIDE
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(KF_WITHOUT_WIDE)
#define KF_WITHOUT_WIDE
#endif
#if defined(__GNUC__) && defined(__x86_64__) && !defined(KF_WITHOUT_WIDE)
#define KF_HAS_WIDE
#endif

#endif
