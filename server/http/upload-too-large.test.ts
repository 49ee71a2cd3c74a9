import { channel } from 'node:diagnostics_channel';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { PHOTO_LIMITS } from '#contract/photos/photos.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const student = await t.student();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** Open files in the upload folder, including deleted ones. */
async function openUploads(): Promise<string[]> {
	const open = await readdir('/proc/self/fd');
	const paths = await Promise.all(
		open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => 'closed meanwhile')),
	);
	return paths.filter((path) => path.startsWith(t.app.uploadFolder));
}

const headOf = (path: string, type: string, length: number) =>
	[
		`POST ${path} HTTP/1.1`,
		'Host: market.example',
		`Authorization: Bearer ${student.token}`,
		`Content-Type: ${type}`,
		`Content-Length: ${length}`,
		'\r\n',
	].join('\r\n');
const formHead = (length: number) =>
	headOf('/api/item/add-item', 'multipart/form-data; boundary=our-boundary', length);
const PART_HEAD =
	'--our-boundary\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
/** A chunk of a form; thirteen of them plus the part's head exceed the body limit. */
const PIECE = Buffer.alloc(PHOTO_LIMITS.editMaxBytes, 'x');

const open = () => connect(Number(new URL(origin).port), '127.0.0.1');

/** Resolves when the next response has been written. */
function nextResponse(): Promise<void> {
	const finished = channel('http.server.response.finish');
	return new Promise((resolve) => {
		finished.subscribe(function onFinish(message) {
			if ((message as { server: unknown }).server !== t.app.server) return;
			finished.unsubscribe(onFinish);
			resolve();
		});
	});
}

/** Resolves when the socket has accepted the bytes. */
function send(socket: Socket, bytes: Buffer): Promise<void> {
	return new Promise((resolve, reject) => {
		socket.write(bytes, (error) => (error ? reject(error) : resolve()));
	});
}

test('an oversized form that arrives at once leaves no file open', async () => {
	// The whole body is sent, so the response can't cut it off.
	const length = PART_HEAD.length + 13 * PIECE.length;
	const socket = open();

	socket.write(formHead(length) + PART_HEAD);
	for (let n = 0; n < 13; n += 1) socket.write(PIECE);

	expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
	await vi.waitUntil(async () => (await openUploads()).length === 0, { timeout: 10_000 });
	expect(await readdir(t.app.uploadFolder)).toEqual([]);
});

test.each([
	['a form', formHead(20 * PIECE.length) + PART_HEAD, 13],
	['JSON', headOf('/api/auth/login', 'application/json', 20 * PIECE.length), 0],
])(
	'a client that keeps sending %s beyond the limit can read the 413 response',
	async (_, head, pieces) => {
		const answered = nextResponse();
		const socket = open();
		// A reset may follow the response, which is checked below.
		socket.on('error', () => undefined);

		socket.write(head);
		for (let n = 0; n < pieces; n += 1) socket.write(PIECE);
		await answered;
		for (let n = 0; n < 3; n += 1) await send(socket, PIECE);

		expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
	},
);
