#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whether the page in the tree was made from the sources in the tree.
set -euo pipefail
cd "$1"
if ! sha256sum --check --quiet web/built.sha256; then
    echo "src/page/page_data.inc is older than what it is made from; run ./dev web"
    exit 1
fi
