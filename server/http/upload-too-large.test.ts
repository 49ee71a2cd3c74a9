import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { PHOTO_LIMITS } from '#contract/photos.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const student = await t.student();
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** Files of ours that are open; the name of one that was removed still tells where it was. */
async function openUploads(): Promise<string[]> {
	const open = await readdir('/proc/self/fd');
	const paths = await Promise.all(
		open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => 'closed meanwhile')),
	);
	return paths.filter((path) => path.startsWith(t.app.uploadFolder));
}

test('a form larger than any of ours leaves no file open when it came at once', async () => {
	const partHead =
		'--our-boundary\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
	// Larger by its head alone: nothing is left to come that the answer could cut off.
	const pieces = Array<Buffer>(13).fill(Buffer.alloc(PHOTO_LIMITS.editMaxBytes, 'x'));
	const length = partHead.length + pieces.length * PHOTO_LIMITS.editMaxBytes;
	const head = [
		'POST /api/item/add-item HTTP/1.1',
		'Host: market.example',
		`Authorization: Bearer ${student.token}`,
		'Content-Type: multipart/form-data; boundary=our-boundary',
		`Content-Length: ${length}`,
		'\r\n',
	].join('\r\n');
	const socket = connect(Number(new URL(origin).port), '127.0.0.1');

	socket.write(head + partHead);
	for (const piece of pieces) socket.write(piece);

	expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
	await vi.waitUntil(async () => (await openUploads()).length === 0, { timeout: 10_000 });
	expect(await readdir(t.app.uploadFolder)).toEqual([]);
});
