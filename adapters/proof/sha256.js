"use strict";
// SHA-256 (FIPS 180-4), bytes, and hex. A page that was opened from a disk has no other way.

const bytesOf = text => new TextEncoder().encode(text);

const hexOf = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

// The bytes of hex digits; null for what is none.
function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
}

// A number below 2^53 as so many big-endian bytes.
function bigEndian(number, length) {
  const bytes = new Uint8Array(length);
  for (let at = length - 1; at >= 0; at--) {
    bytes[at] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// The first 32 bits of the fractions of the square roots and cube roots of the first primes, in
// whole numbers, so that no rounding of this machine can be wrong.
function fractions(count, root) {
  const found = [];
  for (let prime = 2n; found.length < count; prime++) {
    if (!isPrime(prime)) continue;
    const wanted = prime << BigInt(32 * root);
    let low = 0n, high = prime << 32n;
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (middle ** BigInt(root) <= wanted) low = middle; else high = middle - 1n;
    }
    found.push(Number(low & 0xffffffffn));
  }
  return found;
}

function isPrime(number) {
  for (let by = 2n; by * by <= number; by++) if (number % by === 0n) return false;
  return true;
}

const START = Uint32Array.from(fractions(8, 2));
const ROUND = Uint32Array.from(fractions(64, 3));

function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  padded.set(bigEndian(bytes.length * 8, 8), length - 8);
  const view = new DataView(padded.buffer);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15], b = words[i - 2];
      const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + words[i]) >>> 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) >>> 0;
      h = g; g = f; f = e; e = (d + one) >>> 0;
      d = c; c = b; b = a; a = (one + two) >>> 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}
