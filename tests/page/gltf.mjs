// A glTF 2.0 file as modellers write them: one binary .glb with a node that moves its mesh, normals, texture coordinates,
// 16-bit indices and a picture (PNG) as its colour.
import { deflateSync } from "node:zlib";

const kArrayBuffer = 34962;
const kElementArrayBuffer = 34963;
const kFloat = 5126;
const kShort = 5123;

// Of PNG, bit by bit.
function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

// A square of one colour.
function png([r, g, b], size = 4) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2], 8); // 8 bits of red, green and blue
  const row = Buffer.from([0, ...Array.from({ length: size }, () => [r, g, b]).flat()]);
  const rows = Buffer.concat(Array.from({ length: size }, () => row));
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

// Six faces of their own, so that normals are sharp.
function box([x, y, z]) {
  const [positions, normals, places, indices] = [[], [], [], []];
  for (let axis = 0; axis < 3; ++axis)
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const corner = [0, 0, 0];
        [corner[axis], corner[u], corner[v]] = [side, a, b];
        positions.push(...corner.map((one, k) => (one * [x, y, z][k]) / 2));
        normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
        places.push((a + 1) / 2, (b + 1) / 2);
      }
      const order = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      indices.push(...order.map((k) => first + k));
    }
  return { positions, normals, places, indices };
}

const padded = (data, filler) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4, filler)]);

// `size` in metres, `at` the middle of it, `colour` of 255.
export function glb(size, at, colour) {
  const { positions, normals, places, indices } = box(size);
  const blocks = [Buffer.from(new Float32Array(positions).buffer), Buffer.from(new Float32Array(normals).buffer), Buffer.from(new Float32Array(places).buffer), Buffer.from(new Uint16Array(indices).buffer), png(colour)];
  const targets = [kArrayBuffer, kArrayBuffer, kArrayBuffer, kElementArrayBuffer, undefined];
  let offset = 0;
  const bufferViews = blocks.map((block, k) => {
    const view = { buffer: 0, byteOffset: offset, byteLength: block.length, target: targets[k] };
    offset += padded(block, 0).length;
    return view;
  });
  const half = size.map((edge) => edge / 2);
  const json = {
    asset: { version: "2.0", generator: "Bramah's page tests" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "moved", translation: at, children: [1] }, { mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 1 } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: 4, mimeType: "image/png" }],
    accessors: [
      { bufferView: 0, componentType: kFloat, count: positions.length / 3, type: "VEC3", min: half.map((edge) => -edge), max: half },
      { bufferView: 1, componentType: kFloat, count: normals.length / 3, type: "VEC3" },
      { bufferView: 2, componentType: kFloat, count: places.length / 2, type: "VEC2" },
      { bufferView: 3, componentType: kShort, count: indices.length, type: "SCALAR" },
    ],
    bufferViews,
    buffers: [{ byteLength: offset }],
  };
  const text = padded(Buffer.from(JSON.stringify(json)), 0x20);
  const data = Buffer.concat(blocks.map((block) => padded(block, 0)));
  const words = (...list) => Buffer.from(new Uint32Array(list).buffer);
  const kJson = 0x4e4f534a;
  const kBinary = 0x004e4942;
  const body = Buffer.concat([words(text.length, kJson), text, words(data.length, kBinary), data]);
  return Buffer.concat([words(0x46546c67, 2, 12 + body.length), body]);
}
