const wordsOfId = 4;
const bytesOfId = 16;

/**
 * Gives documents places, from 0 on, so that arrays can hold what is known of each. A document is the 16 bytes of its id. A table of hashes:
 * a `Map` of texts would take ten times as long.
 */
export class DocumentTable {
  /** A place and one, or 0, at the hash of its id or after it. */
  #slots = new Int32Array(0);
  #ids = new Uint32Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Of memory. */
  get bytes(): number {
    return this.#slots.byteLength + this.#ids.byteLength;
  }

  /** The places of documents by their ids, one after the other. */
  placesOf(ids: Uint8Array): Int32Array {
    const words = wordsIn(ids);
    const count = words.length / wordsOfId;
    this.#makeRoom(count);
    const places = new Int32Array(count);
    for (let index = 0; index < count; index += 1) places[index] = this.#placeOf(words, index * wordsOfId);
    return places;
  }

  /** The order of two documents by their ids. */
  compare(a: number, b: number): number {
    const [ofA, ofB] = [a * wordsOfId, b * wordsOfId];
    for (let word = 0; word < wordsOfId; word += 1) {
      const difference = bytesInOrder(this.#ids[ofA + word] as number) - bytesInOrder(this.#ids[ofB + word] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  idOf(place: number): string {
    const hex = Buffer.from(this.#ids.buffer, place * bytesOfId, bytesOfId).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  /** The place of the id at this word. */
  #placeOf(words: Uint32Array, at: number): number {
    const ids = this.#ids;
    const slots = this.#slots;
    const a = words[at] as number;
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    const d = words[at + 3] as number;
    const mask = slots.length - 1;
    let slot = hashOf(c, d) & mask;
    for (let place = slots[slot] as number; place !== 0; place = slots[slot] as number) {
      const own = (place - 1) * wordsOfId;
      if (ids[own + 3] === d && ids[own + 2] === c && ids[own + 1] === b && ids[own] === a) return place - 1;
      slot = (slot + 1) & mask;
    }
    const place = this.#size;
    const own = place * wordsOfId;
    ids[own] = a;
    ids[own + 1] = b;
    ids[own + 2] = c;
    ids[own + 3] = d;
    this.#size += 1;
    slots[slot] = this.#size;
    return place;
  }

  /** For as many more documents; half of the slots stay empty. */
  #makeRoom(more: number): void {
    const needed = this.#size + more;
    if (needed * wordsOfId > this.#ids.length) {
      const ids = new Uint32Array(powerOfTwo(needed * wordsOfId));
      ids.set(this.#ids);
      this.#ids = ids;
    }
    if (needed * 2 <= this.#slots.length) return;
    this.#slots = new Int32Array(powerOfTwo(needed * 2));
    const mask = this.#slots.length - 1;
    for (let place = 0; place < this.#size; place += 1) {
      let slot = hashOf(this.#ids[place * wordsOfId + 2] as number, this.#ids[place * wordsOfId + 3] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = place + 1;
    }
  }
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** The number of a word whose first byte is the highest. */
function bytesInOrder(word: number): number {
  if (!isLittleEndian) return word;
  return (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;
}

/** The last words of an id are random. */
function hashOf(third: number, fourth: number): number {
  return Math.imul(third ^ fourth, 0x9e_37_79_b1) >>> 7;
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** An array of at least this length that begins with the given one. */
export function ofLength(ints: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= ints.length) return ints;
  const longer = new Int32Array(powerOfTwo(length));
  longer.set(ints);
  return longer;
}

function wordsIn(ids: Uint8Array): Uint32Array {
  const aligned = ids.byteOffset % 4 === 0 ? ids : new Uint8Array(ids);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}
