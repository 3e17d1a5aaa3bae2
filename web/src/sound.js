// SPDX-License-Identifier: MIT
// The sound of a stone that is put down: a short noise that dies away. Nothing is loaded for it.

const SECONDS = 0.05;

let audio;
let knock;

export function playStone() {
  audio ??= new AudioContext();
  if (!knock) {
    knock = audio.createBuffer(1, SECONDS * audio.sampleRate, audio.sampleRate);
    const samples = knock.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 0.5 * (2 * Math.random() - 1) * (1 - i / samples.length) ** 6;
  }
  const source = audio.createBufferSource();
  source.buffer = knock;
  source.connect(audio.destination);
  source.start();
}
