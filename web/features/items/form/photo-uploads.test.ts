import { expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { type NewPhoto, toNewPhotos } from './photo-list.ts';
import { createPhotoUploads, type SendPhoto } from './photo-uploads.ts';

const NEVER = new AbortController().signal;

/** Uploads whose outcome the test decides. */
function createTestUploads() {
	const uploadsByName = new Map<string, TestUpload>();
	const started: string[] = [];
	const uploads = createPhotoUploads(
		(file, options) =>
			new Promise((complete, fail) => {
				const photo: Photo = { url: `/sent/${file.name}`, width: 1, height: 1, thumbhash: '' };
				started.push(file.name);
				uploadsByName.set(file.name, { options, complete: () => complete(photo), fail });
			}),
	);
	const steps = () => [...uploads.current().values()].map(({ step }) => step);
	const uploadOf = (name: string) => {
		const upload = uploadsByName.get(name);
		if (!upload) throw new Error(`${name} was not started.`);
		return upload;
	};
	return { uploads, steps, started, uploadOf };
}

interface TestUpload {
	options: Parameters<SendPhoto>[1];
	complete: () => void;
	fail: (error: Error) => void;
}

const photosNamed = (...names: string[]): NewPhoto[] =>
	toNewPhotos(names.map((name) => new File([name], name)));
const flushPromises = () => Promise.resolve().then(() => Promise.resolve());

test('two photos of an item upload at a time, and the next upload starts when one is done', async () => {
	const { uploads, steps, uploadOf } = createTestUploads();

	uploads.sync(photosNamed('a', 'b', 'c'));
	expect(steps()).toEqual(['sending', 'sending', 'waiting']);

	uploadOf('a').complete();
	await flushPromises();
	expect(steps()).toEqual(['ready', 'sending', 'sending']);
});

test('removing a photo aborts its upload and starts the next waiting upload', () => {
	const { uploads, steps, uploadOf } = createTestUploads();
	const photos = photosNamed('a', 'b', 'c');
	uploads.sync(photos);

	uploads.sync(photos.slice(1));

	expect(uploadOf('a').options.signal.aborted).toBe(true);
	expect(steps()).toEqual(['sending', 'sending']);
});

test('reordering photos uploads no photo again', () => {
	const { uploads, started, uploadOf } = createTestUploads();
	const [a, b] = photosNamed('a', 'b');
	if (!a || !b) throw new Error('Expected two photos.');
	uploads.sync([a, b]);

	uploads.sync([b, a]);

	expect(started).toEqual(['a', 'b']);
	expect(uploadOf('a').options.signal.aborted).toBe(false);
});

test('a rotated photo replaces the upload of the previous version', () => {
	const { uploads, uploadOf } = createTestUploads();
	const [photo] = photosNamed('a');
	if (!photo) throw new Error('Expected one photo.');
	uploads.sync([photo]);

	uploads.sync([{ ...photo, file: new File(['turned'], 'turned'), turns: 1 }]);

	expect(uploadOf('a').options.signal.aborted).toBe(true);
	expect(uploadOf('turned').options.signal.aborted).toBe(false);
});

test('the failed upload of a photo can be retried while another photo is being uploaded', async () => {
	const { uploads, steps, uploadOf } = createTestUploads();
	const photos = photosNamed('a', 'b');
	uploads.sync(photos);
	uploadOf('a').fail(new Error('no photo'));
	await flushPromises();
	expect(steps()).toEqual(['failed', 'sending']);

	uploads.retry(photos[0]?.key ?? '');

	expect(steps()).toEqual(['sending', 'sending']);
});

test('a stopped photo stays stopped even if its upload still completes', async () => {
	const { uploads, uploadOf } = createTestUploads();
	const photos = photosNamed('a');
	uploads.sync(photos);

	uploads.stop(photos[0]?.key ?? '');
	uploadOf('a').complete();
	await flushPromises();

	expect([...uploads.current().values()]).toEqual([{ step: 'failed' }]);
});

test('the upload of a photo is paused while the connection is lost', () => {
	const { uploads, steps, uploadOf } = createTestUploads();
	uploads.sync(photosNamed('a'));

	uploadOf('a').options.onWaiting(true);
	expect(steps()).toEqual(['paused']);

	uploadOf('a').options.onWaiting(false);
	expect(steps()).toEqual(['sending']);
});

test('a submit of the item form waits for every photo and retries failed uploads', async () => {
	const { uploads, uploadOf } = createTestUploads();
	uploads.sync(photosNamed('a', 'b'));
	uploadOf('a').fail(new Error('a bad moment'));
	await flushPromises();

	let isReady = false;
	const ready = uploads.waitUntilReady(NEVER).then(() => {
		isReady = true;
	});
	uploadOf('a').complete();
	await flushPromises();
	expect(isReady).toBe(false);
	uploadOf('b').complete();

	await ready;
});

test('a submit of the item form fails with the reason why a photo could not be uploaded', async () => {
	const { uploads, uploadOf } = createTestUploads();
	uploads.sync(photosNamed('a'));

	const ready = uploads.waitUntilReady(NEVER);
	uploadOf('a').fail(new Error('no photo'));

	await expect(ready).rejects.toThrow('no photo');
});

test('cancelling a submit of the item form stops all running uploads', async () => {
	const { uploads, steps, uploadOf } = createTestUploads();
	uploads.sync(photosNamed('a', 'b', 'c'));
	uploadOf('a').complete();
	await flushPromises();
	const controller = new AbortController();

	const ready = uploads.waitUntilReady(controller.signal);
	controller.abort();

	await expect(ready).rejects.toMatchObject({ name: 'AbortError' });
	expect(steps()).toEqual(['ready', 'failed', 'failed']);
	expect(uploadOf('b').options.signal.aborted).toBe(true);
});

test('leaving the item form does not stop the uploads of a running submit', async () => {
	const { uploads, steps, uploadOf } = createTestUploads();
	uploads.sync(photosNamed('a'));
	const submitted = uploads.duringSubmit(async () => {
		await uploads.waitUntilReady(NEVER);
		return steps();
	});

	uploads.sync([]);
	uploadOf('a').complete();

	expect(await submitted).toEqual(['ready']);
	expect(steps()).toEqual([]);
});

test('uploaded photos that the server no longer has are uploaded again', async () => {
	const { uploads, steps, uploadOf } = createTestUploads();
	uploads.sync(photosNamed('a'));
	uploadOf('a').complete();
	await flushPromises();

	uploads.resendAll();

	expect(steps()).toEqual(['sending']);
});
