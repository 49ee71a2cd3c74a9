import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
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
	test('with multipart content for a JSON endpoint is refused', async () => {
		const res = await send(field('email', 'a@b.example') + END, '/api/auth/login');

		expect(res.statusCode).toBe(415);
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

	test('with a hundred files or a hundred fields is refused as too large', async () => {
		const filePart = `${fileHead('images', 'a.jpg')}x\r\n`;

		const res = await send(`${FIELDS}${filePart.repeat(100)}${END}`);

		const extraFields = Array.from({ length: 100 }, (_, n) => field(`more${n}`, 'x')).join('');
		for (const refused of [res, await send(FIELDS + extraFields + END)]) {
			expect(refused.statusCode).toBe(413);
			expect(refused.json()).toEqual({ success: false, ...REQUEST_ERRORS.tooLarge });
		}
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

	test('named __proto__ or like a method of objects does not pollute prototypes', async () => {
		for (const name of ['__proto__', 'constructor', 'toString']) {
			const res = await send(`${FIELDS}${field(name, '{"polluted":true}')}${END}`);

			expect(res.statusCode, name).toBe(400);
			expect(res.json()).toEqual({ success: false, ...declaredErrorOf(BAD_REQUEST) });
			expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
			expect(String({})).toBe('[object Object]');
		}
	});

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

	test('has its name without path and shortened in the message to its sender', async () => {
		for (const [sent, shown] of [
			['साइकिल 🚲.jpg', 'साइकिल 🚲.jpg'],
			['../../etc/passwd', 'passwd'],
			['C:\\Users\\asha\\cycle.jpg', 'cycle.jpg'],
			['..\\..', 'photo 1'],
			['a'.repeat(300), 'a'.repeat(200)],
			[`${'a'.repeat(199)}🚲.jpg`, `${'a'.repeat(199)}🚲`],
		] as const) {
			const res = await send(`${FIELDS}${fileHead('images', sent)}${notAPhoto}\r\n${END}`);

			expect(res.statusCode).toBe(400);
			expect(res.json().message).toBe(PHOTO_ERRORS.unreadable([shown]).message);
		}
	});

	test('is deleted after the response, whether the upload succeeded or failed', async () => {
		const good = await addItem([{ name: 'a.jpg', bytes: photo }]);
		const bad = await addItem([{ name: 'a.jpg', bytes: notAPhoto }]);
		const withLaterFault = await send(
			`${FIELDS}${fileHead('images', 'a.jpg')}x\r\n${field('title', 'Again')}${END}`,
		);

		expect([good.statusCode, bad.statusCode, withLaterFault.statusCode]).toEqual([201, 400, 400]);
		expect(await filesLeft()).toEqual([]);
	});

	test('with an unexpected field name is ignored', async () => {
		const res = await send(`${FIELDS}${fileHead('avatar', 'a.jpg')}x\r\n${END}`);

		expect(res.json().message).toBe(PHOTO_ERRORS.addNone.message);
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

	test('that disconnects in the middle of a photo or between two leaves no file behind', async () => {
		for (const sent of ['x'.repeat(100_000), `x\r\n--${BOUNDARY}\r\n`]) {
			const socket = open();
			socket.write(`${head(1_000_000)}${FIELDS}${fileHead('images', 'a.jpg')}${sent}`);
			await vi.waitUntil(async () => (await filesLeft()).length === 1, { timeout: 10_000 });

			socket.destroy();

			await vi.waitUntil(async () => (await filesLeft()).length === 0, { timeout: 10_000 });
		}
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
