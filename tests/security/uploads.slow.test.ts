import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { drawing, gif, jpeg, png, tooManyPixels } from '#tests/support/test-images.ts';

const t = await openApp();
const student = await t.student();
const origin = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));

const SCRIPT = '<script>alert(document.domain)</script>';
const BOUNDARY = 'our-boundary';
/** Slightly more bytes than the server reads of any request: it answers before all of them are sent. */
const TOO_MANY_BYTES = 110_000_000;
const filesLeft = () => readdir(join(t.dataDir, 'uploads'));

interface UploadFile {
	name: string;
	bytes: Buffer;
}
const post = (...files: UploadFile[]) =>
	t.as(student).form(
		'POST',
		'/item/add-item',
		{ ...ITEM_FIELDS },
		files.map((file) => ({ field: 'images', ...file })),
	);

/** The bytes of a posted item's photos, in all widths. */
async function storedBytes(answer: { json: () => { item: { imageUrl: string[] } } }) {
	const { imageUrl } = answer.json().item;
	const files = imageUrl.flatMap((url) => [320, 640, 1600].map((w) => url.replace('1600', `${w}`)));
	const answers = await Promise.all(
		files.map((url) => t.app.inject(new URL(url, origin).pathname)),
	);
	return answers.map((res) => {
		expect([res.statusCode, res.headers['content-type']]).toEqual([200, 'image/webp']);
		return res.rawPayload;
	});
}

describe('a file that is not a photo', () => {
	const svg = Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${SCRIPT}<image href="file:///etc/passwd"/></svg>`,
	);
	test.each([
		['an SVG', 'drawing.svg', svg],
		['an SVG that is called a photo', 'drawing.jpg', svg],
		['a compressed SVG', 'drawing.svgz', gzipSync(svg)],
		['an HTML page', 'page.jpg', Buffer.from(`<!doctype html>${SCRIPT}`)],
		['an HTML page that begins like a GIF', 'page.gif', Buffer.from(`GIF89a/*${SCRIPT}*/=1;`)],
		[
			'an HTML page that begins like a JPEG',
			'page.jpg',
			Buffer.from(`\xff\xd8\xff\xe0${SCRIPT}`, 'latin1'),
		],
		['a PDF', 'notes.jpg', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
		[
			'a PostScript program',
			'notes.jpg',
			Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run'),
		],
		['an archive', 'photo.jpg', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)])],
		['a program', 'photo.jpg', Buffer.concat([Buffer.from('\x7fELF'), randomBytes(500)])],
		[
			'an ImageMagick script',
			'photo.mvg',
			Buffer.from('push graphic-context\nurl(file:///etc/passwd)'),
		],
		['an empty file', 'photo.jpg', Buffer.alloc(0)],
		['random bytes', 'photo.jpg', randomBytes(4000)],
	])(
		'a file that is not a photo is rejected by its content, whatever its name: %s',
		async (_, name, bytes) => {
			const res = await post({ name, bytes });

			expect(res.statusCode).toBe(400);
			const refusal = PHOTO_ERRORS.unreadable([name]);
			expect(res.json()).toEqual({
				success: false,
				...refusal,
				issues: [{ path: 'images', ...refusal }],
			});
			expect(await filesLeft()).toEqual([]);
		},
	);
});

describe('a photo with another file inside', () => {
	test.each([
		[
			'an HTML page after the photo',
			async () => Buffer.concat([(await jpeg()).bytes, Buffer.from(SCRIPT)]),
		],
		[
			'an archive after the photo',
			async () =>
				Buffer.concat([(await png()).bytes, Buffer.from('PK\x05\x06'), Buffer.from(SCRIPT)]),
		],
		[
			'an HTML page in the EXIF texts',
			async () =>
				drawing()
					.withExif({ IFD0: { ImageDescription: SCRIPT, Copyright: SCRIPT } })
					.jpeg()
					.toBuffer(),
		],
		['an HTML page in a PNG text chunk', async () => withTextChunk((await png()).bytes)],
		['an HTML page in the GIF comment', async () => withComment((await gif()).bytes)],
		[
			'an HTML page in the XMP data',
			async () => drawing().withXmp(`<x>${SCRIPT}</x>`).webp().toBuffer(),
		],
	])('a photo with another file inside is stored without the other file: %s', async (_, make) => {
		const bytes = await make();

		const res = await post({ name: 'photo.jpg', bytes });

		expect(bytes.includes(SCRIPT)).toBe(true);
		expect(res.statusCode).toBe(201);
		for (const stored of await storedBytes(res)) {
			expect(stored.includes('script')).toBe(false);
			expect(stored.subarray(0, 4).toString()).toBe('RIFF');
			expect(stored.readUInt32LE(4) + 8).toBe(stored.length);
		}
	});
});

describe('a decompression bomb', () => {
	test('a picture with more pixels than allowed is rejected before it is decoded', async () => {
		const bomb = tooManyPixels();
		const before = process.memoryUsage().rss;

		const res = await post(bomb);

		expect(res.statusCode).toBe(400);
		const refusal = PHOTO_ERRORS.tooManyPixels([bomb.name]);
		expect(res.json()).toMatchObject({
			...refusal,
			issues: [{ path: 'images', ...refusal }],
		});
		expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
	});

	test('a decompression bomb that declares a small size causes no server error and leaves no files', async () => {
		const { bytes } = await png({ width: 64, height: 48 });
		const idatIndex = bytes.indexOf('IDAT');
		const endless = deflateSync(Buffer.alloc(100_000_000));
		const bomb = Buffer.concat([
			bytes.subarray(0, idatIndex - 4),
			chunk('IDAT', endless),
			chunk('IEND'),
		]);

		const res = await post({ name: 'small.png', bytes: bomb });

		expect([201, 400]).toContain(res.statusCode);
		await vi.waitUntil(async () => (await filesLeft()).length === 0, { timeout: 10_000 });
	});

	test('a compressed request body is decompressed only up to the body limit', async () => {
		const body = gzipSync(Buffer.alloc(50_000_000, ' '));

		const res = await t.app.inject({
			method: 'POST',
			url: '/api/auth/login',
			payload: body,
			headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
		});

		expect(res.statusCode).toBe(413);
	});
});

describe('a multipart request', () => {
	const head = (...lines: string[]) =>
		[
			'POST /api/item/add-item HTTP/1.1',
			'Host: market.example',
			`Authorization: Bearer ${student.token}`,
			`Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
			...lines,
			'\r\n',
		].join('\r\n');
	const part = (name: string, filename: string) =>
		`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/jpeg\r\n\r\n`;
	const open = () => connect(Number(origin.port), origin.hostname);

	/** Sends the same piece repeatedly, up to a number of bytes or until the connection closes. */
	async function sendRepeatedly(socket: Socket, piece: Buffer, atMost: number): Promise<void> {
		let sentBytes = 0;
		const chunked = Buffer.concat([
			Buffer.from(`${piece.length.toString(16)}\r\n`),
			piece,
			Buffer.from('\r\n'),
		]);
		while (!socket.destroyed && sentBytes < atMost) {
			sentBytes += piece.length;
			if (!socket.write(chunked)) {
				await Promise.race(['drain', 'close'].map((event) => once(socket, event))).catch(() => {
					// The server has closed the connection meanwhile.
				});
			}
		}
	}

	/** The beginning of a response; empty when the connection ends without one. */
	function firstChunk(socket: Socket): Promise<string> {
		return new Promise((resolve) => {
			socket.once('data', (chunk) => resolve(String(chunk)));
			socket.once('close', () => resolve(''));
		});
	}

	test.each([
		['a photo', part('images', 'a.jpg'), Buffer.alloc(1_000_000, 'x')],
		['a file of an unknown field', part('avatar', 'a.jpg'), Buffer.alloc(1_000_000, 'x')],
		['data before the first part', '', Buffer.alloc(1_000_000, 'x')],
		['parts', '', Buffer.from(`${part('images', 'a.jpg')}x\r\n`.repeat(5000))],
	])(
		'a multipart request that sends %s without end is refused with 413 at the size limit',
		async (_, begin, piece) => {
			const socket = open();
			socket.on('error', () => undefined);
			const answer = firstChunk(socket);
			socket.write(head('Transfer-Encoding: chunked'));
			if (begin) socket.write(`${begin.length.toString(16)}\r\n${begin}\r\n`);

			await sendRepeatedly(socket, piece, TOO_MANY_BYTES);
			const responseText = await answer;
			await sendRepeatedly(socket, piece, Number.POSITIVE_INFINITY);

			expect(responseText).toMatch(/^HTTP\/1\.1 413 /);
			await vi.waitUntil(async () => (await filesLeft()).length === 0, { timeout: 10_000 });
			expect(t.failures).toEqual([]);
		},
	);

	test('a multipart request longer than its Content-Length is cut off, and the rest is not read as a valid request', async () => {
		const body = `${part('images', 'a.jpg')}x\r\n--${BOUNDARY}--\r\n`;
		const socket = open();
		socket.write(head(`Content-Length: ${body.length}`) + body);
		socket.write('and more\r\n\r\n');

		const answers = await text(socket);

		expect(new Set(answers.match(/HTTP\/1\.1 \d+/g))).toEqual(new Set(['HTTP/1.1 400']));
		await vi.waitUntil(async () => (await filesLeft()).length === 0, { timeout: 10_000 });
	});

	test.each([
		['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
		['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
		['a negative length', ['Content-Length: -1']],
		['a length that is not a number', ['Content-Length: five']],
	])('with %s is rejected, and its connection is closed', async (_, lines) => {
		const socket = open();
		socket.write(`${head(...lines)}0\r\n\r\n`);

		expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Connection: close/i);
	});

	test.each([
		'../../../../etc/cron.d/evil',
		'/etc/passwd',
		'C:\\boot.ini',
		'..%2f..%2fevil',
		'a\\0.jpg',
		'.',
		'..',
		'con',
		' ',
	])('with the file name %s writes no file outside the upload folder', async (name) => {
		const before = await filesOutsideUploads();
		const body = `${part('images', name)}no photo\r\n--${BOUNDARY}--\r\n`;
		const socket = open();
		socket.write(head(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close') + body);

		expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
		expect(await filesOutsideUploads()).toEqual(before);
	});
});

/** All files of the data folder except uploads, which are deleted shortly after their response. */
async function filesOutsideUploads(): Promise<string[]> {
	const names = await readdir(t.dataDir, { recursive: true });
	return names.filter((name) => !name.startsWith('uploads/'));
}

/** A chunk of a PNG, with its checksum. */
function chunk(type: string, data = Buffer.alloc(0)): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	return Buffer.concat([
		length,
		Buffer.from(type),
		data,
		crcOf(Buffer.concat([Buffer.from(type), data])),
	]);
}

function crcOf(bytes: Buffer): Buffer {
	let crc = 0xffff_ffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
	}
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE((crc ^ 0xffff_ffff) >>> 0);
	return sum;
}

function withTextChunk(bytes: Buffer): Buffer {
	const idatStart = bytes.indexOf('IDAT') - 4;
	const words = chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`));
	return Buffer.concat([bytes.subarray(0, idatStart), words, bytes.subarray(idatStart)]);
}

function withComment(bytes: Buffer): Buffer {
	const words = Buffer.from(SCRIPT);
	const extension = Buffer.concat([
		Buffer.from([0x21, 0xfe, words.length]),
		words,
		Buffer.from([0]),
	]);
	return Buffer.concat([bytes.subarray(0, -1), extension, bytes.subarray(-1)]);
}
