import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/test-images.ts';

const t = await openApp();
const student = await t.student();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const photo = (await jpeg({ width: 64, height: 48 })).bytes;
const BAD_REQUEST = 'That request is not valid.';
const BOUNDARY = 'our-boundary';
const NEW_ITEM = '/api/item/add-item';

const filesLeft = () => readdir(join(t.dataDir, 'uploads'));
const field = (name: string, value: string) =>
	`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string, filename: string) =>
	`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/jpeg\r\n\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FIELDS = Object.entries(ITEM_FIELDS)
	.map(([name, value]) => field(name, String(value)))
	.join('');

/** Sends a hand-written form, which no library would produce. */
const send = (
	body: string | Buffer,
	url = NEW_ITEM,
	who: Student = student,
	method: 'POST' | 'PUT' = 'POST',
) =>
	t.app.inject({
		method,
		url,
		payload: body,
		headers: {
			authorization: `Bearer ${who.token}`,
			'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
		},
	});
const addItem = (files: { name: string; bytes: Buffer }[]) =>
	t.as(student).form('POST', '/item/add-item', { ...ITEM_FIELDS }, files.map(asImage));
const asImage = (file: { name: string; bytes: Buffer }) => ({ field: 'images', ...file });

describe('an uploaded form', () => {
	test('that is sent as JSON is validated like a multipart form', async () => {
		const res = await t.as(student).post('/item/add-item', { ...ITEM_FIELDS });

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(PHOTO_ERRORS.addNone.message);
	});

	test('with multipart content for a JSON endpoint is refused', async () => {
		const res = await send(field('email', 'a@b.example') + END, '/api/auth/login');

		expect(res.statusCode).toBe(415);
	});

	test('that is empty is refused with the message about the title', async () => {
		const res = await send(END);

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(ITEM_ERRORS.title.message);
	});

	test('without its boundary is refused', async () => {
		const res = await t.app.inject({
			method: 'POST',
			url: NEW_ITEM,
			payload: FIELDS,
			headers: {
				authorization: `Bearer ${student.token}`,
				'content-type': 'multipart/form-data',
			},
		});

		expect(res.statusCode).toBeGreaterThanOrEqual(400);
		expect(res.statusCode).toBeLessThan(500);
		expect(res.json()).toMatchObject({ success: false });
	});

	test('that ends in the middle of a field is refused and leaves no file', async () => {
		const res = await send(FIELDS.slice(0, -20));

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({ success: false, ...declaredErrorOf(BAD_REQUEST) });
		expect(await filesLeft()).toEqual([]);
	});

	test('with a hundred parts is refused as too large', async () => {
		const extraFields = Array.from({ length: 100 }, (_, n) => field(`more${n}`, 'x')).join('');

		const res = await send(FIELDS + extraFields + END);

		expect(res.statusCode).toBe(413);
		expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.tooLarge });
	});

	test('with a hundred files is refused as too large', async () => {
		const filePart = `${fileHead('images', 'a.jpg')}x\r\n`;

		const res = await send(`${FIELDS}${filePart.repeat(100)}${END}`);

		expect(res.statusCode).toBe(413);
		expect(res.json()).toEqual({ success: false, ...REQUEST_ERRORS.tooLarge });
		expect(await filesLeft()).toEqual([]);
	});
});

describe('a field of a multipart form', () => {
	test('that is sent twice is refused, and the reply names the field', async () => {
		const res = await send(`${FIELDS}${field('title', 'Another')}${END}`);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({
			success: false,
			...declaredErrorOf(BAD_REQUEST),
			issues: [{ path: 'title', ...declaredErrorOf(BAD_REQUEST) }],
		});
	});

	test('longer than the limit is refused, and the reply names the field', async () => {
		const res = await send(`${field('title', 'x'.repeat(70_000))}${END}`);

		expect(res.statusCode).toBe(400);
		expect(res.json().issues).toEqual([{ path: 'title', ...declaredErrorOf(BAD_REQUEST) }]);
	});

	test.each(['__proto__', 'constructor', 'toString'])(
		'named %s does not pollute prototypes',
		async (name) => {
			const res = await send(`${FIELDS}${field(name, '{"polluted":true}')}${END}`);

			expect(res.statusCode).toBe(400);
			expect(res.json()).toEqual({ success: false, ...declaredErrorOf(BAD_REQUEST) });
			expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
			expect(String({})).toBe('[object Object]');
		},
	);

	const jsonField = (name: string, more: string, value: string) =>
		`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: application/json\r\n\r\n${value}\r\n`;

	test.each([
		['sent as a text', ''],
		['sent as a file', '; filename="blob"'],
	])('declared as JSON and %s is parsed', async (_, more) => {
		const item = await t.item(student, { photoCount: 2 });
		const keptPhotos = JSON.stringify([`/photos/${item.hashes[0]}-1600.webp`]);
		const body = FIELDS + jsonField('keepExistingImages', more, keptPhotos) + END;

		const res = await send(body, `/api/item/update-item/${item.id}`, student, 'PUT');

		expect(res.statusCode).toBe(200);
		expect(res.json().item.photos).toHaveLength(1);
	});

	test('declared as JSON with invalid content is refused', async () => {
		const res = await send(FIELDS + jsonField('uploaded', '', '["/photos/') + END);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({ success: false, ...declaredErrorOf(BAD_REQUEST) });
	});

	test('sent as a file and longer than the limit is refused, and the reply names the field', async () => {
		const long = JSON.stringify('x'.repeat(70_000));

		const res = await send(FIELDS + jsonField('uploaded', '; filename="blob"', long) + END);

		expect(res.statusCode).toBe(400);
		expect(res.json().issues).toEqual([{ path: 'uploaded', ...declaredErrorOf(BAD_REQUEST) }]);
	});
});

describe('a file of a multipart form', () => {
	const notAPhoto = Buffer.from('no picture at all');

	test.each([
		['साइकिल 🚲.jpg', 'साइकिल 🚲.jpg'],
		['../../etc/passwd', 'passwd'],
		['C:\\Users\\asha\\cycle.jpg', 'cycle.jpg'],
		['..\\..', 'photo 1'],
		['a'.repeat(300), 'a'.repeat(200)],
		[`${'a'.repeat(199)}🚲.jpg`, `${'a'.repeat(199)}🚲`],
	])('called %s appears as %s in the message to its sender', async (sent, shown) => {
		const body = `${FIELDS}${fileHead('images', sent)}${notAPhoto}\r\n${END}`;

		const res = await send(body);

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(PHOTO_ERRORS.unreadable([shown]).message);
	});

	test('is deleted after the response, whether the upload succeeded or failed', async () => {
		const good = await addItem([{ name: 'a.jpg', bytes: photo }]);
		const bad = await addItem([{ name: 'a.jpg', bytes: notAPhoto }]);

		expect([good.statusCode, bad.statusCode]).toEqual([201, 400]);
		expect(await filesLeft()).toEqual([]);
	});

	test('is deleted when a later field is invalid', async () => {
		const res = await send(
			`${FIELDS}${fileHead('images', 'a.jpg')}x\r\n${field('title', 'Again')}${END}`,
		);

		expect(res.statusCode).toBe(400);
		expect(await filesLeft()).toEqual([]);
	});

	test('with an unexpected field name is ignored', async () => {
		const res = await send(`${FIELDS}${fileHead('avatar', 'a.jpg')}x\r\n${END}`);

		expect(res.json().message).toBe(PHOTO_ERRORS.addNone.message);
		expect(await filesLeft()).toEqual([]);
	});

	test('above the size limit is refused, and the message names the file', async () => {
		const endless = Buffer.alloc(PHOTO_LIMITS.editMaxBytes * 2, 'x');

		const res = await addItem([{ name: 'endless.jpg', bytes: endless }]);

		expect(res.statusCode).toBe(400);
		expect(res.json().message).toBe(PHOTO_ERRORS.tooLarge(['endless.jpg']).message);
	});

	test('beyond the limit of four photos is refused, after errors of the other fields', async () => {
		const files = Array.from({ length: 13 }, (_, n) => ({ name: `${n}.jpg`, bytes: notAPhoto }));
		const images = files.map(asImage);

		const tooMany = await addItem(files);
		const untitled = await t
			.as(student)
			.form('POST', '/item/add-item', { ...ITEM_FIELDS, title: ' ' }, images);

		expect(tooMany.statusCode).toBe(400);
		expect(tooMany.json().message).toBe(PHOTO_ERRORS.addTooMany.message);
		expect(untitled.json().message).toBe(ITEM_ERRORS.title.message);
		expect(await filesLeft()).toEqual([]);
	});
});

describe('the client of an upload', () => {
	const head = (length: number) =>
		[
			`POST ${NEW_ITEM} HTTP/1.1`,
			'Host: market.example',
			`Authorization: Bearer ${student.token}`,
			`Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
			`Content-Length: ${length}`,
			'\r\n',
		].join('\r\n');
	const open = () => connect(Number(new URL(origin).port), '127.0.0.1');

	test('that disconnects in the middle of a photo leaves no file behind', async () => {
		const socket = open();
		socket.write(`${head(1_000_000)}${FIELDS}${fileHead('images', 'a.jpg')}`);
		socket.write(Buffer.alloc(100_000, 'x'));
		await vi.waitUntil(async () => (await filesLeft()).length === 1, { timeout: 10_000 });

		socket.destroy();

		await vi.waitUntil(async () => (await filesLeft()).length === 0, { timeout: 10_000 });
		expect(t.failures).toEqual([]);
	});

	test('that disconnects between two photos leaves no file behind', async () => {
		const socket = open();
		socket.write(`${head(1_000_000)}${FIELDS}${fileHead('images', 'a.jpg')}x\r\n--${BOUNDARY}\r\n`);
		await vi.waitUntil(async () => (await filesLeft()).length === 1, { timeout: 10_000 });

		socket.destroy();

		await vi.waitUntil(async () => (await filesLeft()).length === 0, { timeout: 10_000 });
		expect(t.failures).toEqual([]);
	});

	test('whose form ends in the middle of a photo gets an error', async () => {
		const res = await send(`${FIELDS}${fileHead('images', 'a.jpg')}half a pho`);

		expect(res.statusCode).toBe(400);
		expect(res.json()).toEqual({ success: false, ...declaredErrorOf(BAD_REQUEST) });
		expect(await filesLeft()).toEqual([]);
	});

	const large = `${fileHead('images', 'a.jpg')}${'x'.repeat(300_000)}\r\n`;
	test.each([
		['a field sent twice', field('title', 'A') + field('title', 'B') + large, 400],
		['a forbidden field name', field('__proto__', 'A') + large, 400],
		['a hundred files', `${fileHead('images', 'a.jpg')}x\r\n`.repeat(100) + large, 413],
	])('gets the error for %s and can reuse the connection', async (_, parts, status) => {
		const body = FIELDS + parts + END;
		const socket = open();
		socket.write(head(Buffer.byteLength(body)) + body);
		socket.write('GET /health/live HTTP/1.1\r\nHost: market.example\r\nConnection: close\r\n\r\n');

		const responseText = await text(socket);

		expect(responseText.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
	});
});

test("a client that is not signed in can't write to the disk", async () => {
	const body = `${FIELDS}${fileHead('images', 'a.jpg')}${'x'.repeat(200_000)}\r\n${END}`;

	const res = await send(body, NEW_ITEM, { ...student, token: 'made-up' });

	expect(res.statusCode).toBe(401);
	expect(res.json().message).toBe(ITEM_ERRORS.signInToAdd.message);
	expect(await filesLeft()).toEqual([]);
});
