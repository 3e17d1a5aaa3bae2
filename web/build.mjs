// SPDX-License-Identifier: MIT
// Builds the page: the library to WebAssembly, the scripts to one file each, and both into
// src/page/page_data.inc, which a C build includes. Run it by `./dev web`.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { build } from "esbuild";
import { pack } from "./pack.mjs";

const root = path.resolve(import.meta.dirname, "..");
const made = path.join(root, "build", "web");
const layers = ["base", "board", "record", "play", "check", "format", "reading", "draw"];
// What a page has no use for, or what web/libc.c does in its place.
const leftOut = /^(base\/(file|log|width)|format\/\w+\/(ascii|ishi|sgf)_write|draw\/picture\/writer|record\/language)\.c$/;
const flags = ["--target=wasm32-wasi", "-mbulk-memory", "-msign-ext", "-std=c11", "-Oz", "-flto", "-Wall",
  "-I", path.join(root, "include")];

const features = ["--enable-bulk-memory", "--enable-sign-ext"];

const run = (tool, args) => execFileSync(tool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

// ---- WebAssembly ----

// Compiles a file to bitcode, and gives what it was made from. A file that needs a library which
// is not there for WebAssembly is left out; the linker says so if it was needed.
function compile(file, object, includes) {
  try {
    run("clang", [...flags, ...includes, "-MMD", "-MF", `${object}.d`, "-c", file, "-o", object]);
    return true;
  } catch (error) {
    if (file.includes(`${path.sep}web${path.sep}`)) throw new Error(error.stderr);
    return false;
  }
}

function inputsOf(object) {
  const words = readFileSync(`${object}.d`, "utf8").replace(/\\\n/g, " ").split(/\s+/).slice(1);
  return words.filter(Boolean).map((file) => path.resolve(file)).filter((f) => f.startsWith(root));
}

// The table of widths as web/width.c reads it.
function packWidths() {
  const rows = readFileSync(path.join(root, "src", "base", "width.def"), "utf8")
    .matchAll(/^KF_WIDTH\((0x\w+), (0x\w+), (\d)\)/gm);
  const bytes = [];
  const put = (n) => {
    const digits = [n & 127];
    while ((n >>= 7) > 0) digits.unshift((n & 127) | 128);
    bytes.push(...digits);
  };
  let next = 0;
  for (const [, first, last, columns] of rows) {
    put((Number(first) - next) * 2 + (columns === "2" ? 1 : 0));
    put(Number(last) - Number(first));
    next = Number(last) + 1;
  }
  return `${bytes.join(",")}\n`;
}

// The words that titles and figures name.
function usedWords() {
  const folders = ["src/draw/scene", "src/record"].map((folder) => path.join(root, folder));
  const files = folders.flatMap((folder) => readdirSync(folder).filter((f) => f.endsWith(".c"))
    .map((f) => path.join(folder, f)));
  const texts = [...files, path.join(root, "src/draw/picture/svg.c")].map((file) => readFileSync(file, "utf8"));
  return new Set(texts.flatMap((text) => [...text.matchAll(/KF_WORD_(\w+)/g)].map((match) => match[1])));
}

// A module with these notations; `formats` is a list in the form of formats.def.
// `without` says what of the library is left out; `defined` is for the files of web/ alone.
function makeModule(name, formats, without, defined) {
  const folder = path.join(made, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "format"), { recursive: true });
  writeFileSync(path.join(folder, "format", "formats.def"), formats);
  if (!formats.includes("ishi")) {
    // The table of properties without the keywords of Ishi.
    mkdirSync(path.join(folder, "record"));
    const table = readFileSync(path.join(root, "src", "record", "properties.def"), "utf8");
    writeFileSync(path.join(folder, "record", "properties.def"), table.replaceAll(/^(KF_PROPERTY\(.*), "[^"]*"\)/gm, '$1, "")'));
  }
  const words = readFileSync(path.join(root, "src", "record", "vocabulary.def"), "utf8");
  // Words that only books need are empty here.
  const rows = words.matchAll(/^KF_WORD\((\w+), ("(?:[^"\\]|\\.)*")/gm);
  const named = usedWords();
  const english = [...rows].map(([, word, text]) => (named.has(word) ? `${text},\n` : '"",\n'));
  writeFileSync(path.join(folder, "english.inc"), english.join(""));
  writeFileSync(path.join(folder, "width.inc"), packWidths());
  const includes = ["-I", folder, "-I", path.join(root, "src")];
  const objects = [];
  for (const layer of layers) {
    const dir = path.join(root, "src", layer);
    if (!existsSync(dir)) continue;
    for (const file of readdirSync(dir, { recursive: true }).sort()) {
      if (!file.endsWith(".c") || leftOut.test(`${layer}/${file}`)) continue;
      const object = path.join(folder, `${layer}-${file.replaceAll(path.sep, "-")}.o`);
      if (compile(path.join(dir, file), object, [...includes, ...without])) objects.push(object);
    }
  }
  const library = path.join(folder, "kifu.a");
  run("llvm-ar", ["rcD", library, ...objects]);
  const own = [];
  for (const file of readdirSync(path.join(root, "web")).filter((f) => f.endsWith(".c")).sort()) {
    const object = path.join(folder, `web-${file}.o`);
    compile(path.join(root, "web", file), object, [...includes, "-I", path.join(root, "web"), ...defined]);
    own.push(object);
  }
  const output = path.join(folder, "kifu.wasm");
  const [raw, builtins] = [path.join(folder, "raw.wasm"), run("clang", ["--target=wasm32-wasi",
    "-print-file-name=lib/wasi/libclang_rt.builtins-wasm32.a"]).trim()];
  const linked = run("wasm-ld", ["--no-entry", "--gc-sections", "--strip-all", "--trace", "-z", "stack-size=262144",
    "-mllvm", "--inline-threshold=0",
    ...own, library, "-L/usr/lib/wasm32-wasi", "-lc", builtins, "-o", raw]);
  run("wasm-opt", [...features, "-Oz", "--flatten", "--rereloop", "-Oz", "--converge", "-Oz",
    "--low-memory-unused", "--strip-debug", "--strip-producers", "--dae-optimizing", "-Oz", "--converge", raw, "-o", output]);
  const used = [...own];
  for (const match of linked.matchAll(/kifu\.a\(([^)]+)\)/g)) used.push(path.join(folder, match[1]));
  return { output, size: readFileSync(output).length, inputs: used.flatMap(inputsOf).filter((f) => !f.startsWith(made)) };
}

// ---- Scripts ----

async function bundle(entry, module) {
  const bytes = readFileSync(module);
  const [packed, size] = [Buffer.from(pack(bytes)).toString("base64"), bytes.length];
  const wasm = {
    name: "wasm",
    setup(b) {
      b.onResolve({ filter: /^kifu\.wasm$/ }, () => ({ path: "kifu.wasm", namespace: "wasm" }));
      b.onLoad({ filter: /.*/, namespace: "wasm" }, () => ({
        contents: `export default ${JSON.stringify([packed, size])}`, loader: "js",
      }));
    },
  };
  const result = await build({
    entryPoints: [path.join(root, "web", "src", entry)],
    bundle: true, minify: true, write: false, metafile: true, charset: "ascii", format: "iife",
    target: ["chrome103", "firefox113", "safari16.4"], jsxFactory: "h", jsxFragment: "Fragment",
    loader: { ".css": "text" }, legalComments: "none", plugins: [wasm, minifyCss],
    absWorkingDir: path.join(root, "web"),
  });
  return result.outputFiles[0].text.trim();
}

const minifyCss = {
  name: "css",
  setup(b) {
    b.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
      const css = await build({ entryPoints: [file], minify: true, write: false });
      return { contents: css.outputFiles[0].text.trim(), loader: "text" };
    });
  },
};

// The notices that the licences of bundled parts ask for.
function notices() {
  const parts = ["preact"];
  const texts = parts.map((name) => {
    const dir = path.join(root, "web", "node_modules", name);
    const { version } = JSON.parse(readFileSync(path.join(dir, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(path.join(dir, "LICENSE"), "utf8").trim()}\n`;
  });
  const library = "wasi-libc (musl and parts from cloudlibc): MIT, Apache-2.0 with LLVM exceptions, BSD-2-Clause";
  const head = "The page and kifu.js hold these works of others.\n";
  return [head, ...texts, `${library}\n`].join("\n----------------\n\n");
}

const banner = "/*! kifu: MIT. With preact (MIT, (c) 2015-present Jason Miller), wasi-libc (MIT). Permission is " +
  "granted, free of charge, to deal in these works without restriction, provided that this notice is kept; they " +
  "come without warranty. */";

// ---- The C array ----

function quoted(text) {
  return text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\t/g, "\\t").replace(/\?\?/g, "?\\?");
}

// String literals of at most 4,000 characters, which every C compiler takes.
function pieces(text) {
  if (/[^\n\t\x20-\x7e]/.test(text)) throw new Error("the script is not ASCII");
  const lines = [];
  for (let i = 0; i < text.length; i += 3800) lines.push(`    KF_PIECE("${quoted(text.slice(i, i + 3800))}"),`);
  return lines.join("\n");
}

function array(name, text) {
  return `static const kf_text ${name}[] = {\n${pieces(text)}\n};\n`;
}

const digest = (bytes, how) => createHash("sha256").update(bytes).digest(how);

async function main() {
  const page = makeModule("page", "KF_FORMAT(sgf)\n", ["-DKF_ONLY_READS", "-DKF_WITHOUT_SEARCH"], ["-DPAGE_IS_SMALL"]);
  const embed = makeModule("embed", "KF_FORMAT(sgf)\nKF_FORMAT(ishi)\nKF_FORMAT(davar)\nKF_FORMAT(ascii)\n", ["-DKF_ONLY_READS"], []);
  const script = `${banner}\n${await bundle("main.jsx", page.output)}`;
  const embedded = `${banner}\n${await bundle("embed.jsx", embed.output)}`;
  const head = "// SPDX-License-Identifier: MIT\n// The page and kifu.js as text, made by ./dev web from web/ and the library. Do not edit.\n";
  const data = path.join(root, "src", "page", "page_data.inc");
  writeFileSync(data, `${head}#define PAGE_DIGEST "sha256-${digest(script, "base64")}"\n` +
    array("page_script", script) + array("embed_script", embedded));
  writeFileSync(path.join(root, "web", "THIRD-PARTY"), notices());
  const sources = readdirSync(path.join(root, "web", "src")).map((f) => path.join(root, "web", "src", f));
  const others = ["build.mjs", "pack.mjs", "package.json", "package-lock.json"].map((f) => path.join(root, "web", f));
  const inputs = [...new Set([...page.inputs, ...embed.inputs, ...sources, ...others, data])].sort();
  const rows = inputs.map((f) => `${digest(readFileSync(f), "hex")}  ${path.relative(root, f)}\n`);
  writeFileSync(path.join(root, "web", "built.sha256"), rows.join(""));
  for (const [name, text] of [["page", script], ["kifu.js", embedded]])
    console.log(`${name}: ${text.length} bytes, ${zlib.gzipSync(text, { level: 9 }).length} gzipped`);
  console.log(`WebAssembly: ${page.size} and ${embed.size} bytes`);
}

await main().catch((error) => {
  console.error(error.stderr || error.stack);
  process.exit(1);
});
