// Sounds, made here from tones and noise. Off until they are switched on.

/** @import {Moment} from "./types.js" */

/** @typedef {"card" | "coin" | "turn" | "out" | "win" | "tick"} Sound */

/** @type {AudioContext | null} */
let audio = null;

/** Sounds may be made from a press on: browsers allow no earlier ones. */
export function wakeSound() {
  audio ??= new AudioContext();
  void audio.resume();
}

/**
 * @param {AudioContext} on
 * @param {number} pitch
 * @param {number} after
 * @param {number} length
 * @param {OscillatorType} kind
 * @param {number} loud
 */
function tone(on, pitch, after, length, kind = "sine", loud = 0.12) {
  const from = on.currentTime + after;
  const source = on.createOscillator();
  const volume = on.createGain();
  source.type = kind;
  source.frequency.setValueAtTime(pitch, from);
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loud, from + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(volume).connect(on.destination);
  source.start(from);
  source.stop(from + length);
}

/** A card over cloth: a short breath of noise. @param {AudioContext} on */
function slide(on) {
  const length = 0.16;
  const buffer = on.createBuffer(1, on.sampleRate * length, on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) {
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  }
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const volume = on.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1800;
  volume.gain.value = 0.16;
  source.connect(filter).connect(volume).connect(on.destination);
  source.start();
}

/** @type {Record<Sound, (on: AudioContext) => void>} */
const SOUNDS = {
  card: slide,
  coin: (on) => [1320, 1760].forEach((pitch, i) => tone(on, pitch, i * 0.07, 0.22, "triangle", 0.07)),
  turn: (on) => [587, 880].forEach((pitch, i) => tone(on, pitch, i * 0.13, 0.35)),
  out: (on) => [330, 247].forEach((pitch, i) => tone(on, pitch, i * 0.16, 0.4, "triangle", 0.1)),
  win: (on) => [523, 659, 784, 1047].forEach((pitch, i) => tone(on, pitch, i * 0.11, 0.5)),
  tick: (on) => tone(on, 990, 0, 0.06, "sine", 0.05),
};

/** @param {Sound} sound */
export function play(sound) {
  if (audio?.state === "running") SOUNDS[sound](audio);
}

/** What a moment sounds like. @param {Moment} moment @returns {Sound | null} */
export function soundOf(moment) {
  if (moment.ends) return "win";
  if (moment.out.length > 0) return "out";
  if (moment.coins) return "coin";
  return moment.card || moment.kind === "deal" || moment.kind === "draw" ? "card" : null;
}
