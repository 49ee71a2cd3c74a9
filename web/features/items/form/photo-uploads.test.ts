import { expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schema.ts';
import { type NewPhoto, toNewPhotos } from './photo-list.ts';
import { createPhotoUploads, type SendPhoto, sentFraction } from './photo-uploads.ts';

const NEVER = new AbortController().signal;

/** Uploads whose outcome the test decides. */
function openUploads() {
	const under = new Map<string, Sending>();
	const uploads = createPhotoUploads(
		(file, follow) =>
			new Promise((arrive, fail) => {
				const photo: Photo = { url: `/sent/${file.name}`, width: 1, height: 1, thumbhash: '' };
				under.set(file.name, { follow, arrive: () => arrive(photo), fail });
			}),
	);
	const steps = () => [...uploads.current().values()].map(({ step }) => step);
	const the = (name: string) => {
		const sending = under.get(name);
		if (!sending) throw new Error(`${name} was not begun.`);
		return sending;
	};
	return { uploads, steps, the };
}

interface Sending {
	follow: Parameters<SendPhoto>[1];
	arrive: () => void;
	fail: (error: Error) => void;
}

const photosNamed = (...names: string[]): NewPhoto[] =>
	toNewPhotos(names.map((name) => new File([name], name)));
const settle = () => Promise.resolve().then(() => Promise.resolve());

test('two photos upload at a time, and the next starts when one is done', async () => {
	const { uploads, steps, the } = openUploads();

	uploads.sync(photosNamed('a', 'b', 'c'));
	expect(steps()).toEqual(['sending', 'sending', 'waiting']);

	the('a').arrive();
	await settle();
	expect(steps()).toEqual(['ready', 'sending', 'sending']);
});

test('removing a photo aborts its upload and starts the next', () => {
	const { uploads, steps, the } = openUploads();
	const photos = photosNamed('a', 'b', 'c');
	uploads.sync(photos);

	uploads.sync(photos.slice(1));

	expect(the('a').follow.signal.aborted).toBe(true);
	expect(steps()).toEqual(['sending', 'sending']);
});

test('reordering photos uploads nothing again', () => {
	const { uploads, the } = openUploads();
	const [a, b] = photosNamed('a', 'b');
	if (!a || !b) throw new Error('There are two.');
	uploads.sync([a, b]);

	uploads.sync([b, a]);

	expect(the('a').follow.signal.aborted).toBe(false);
});

test('a rotated photo replaces the upload of the previous version', () => {
	const { uploads, the } = openUploads();
	const [photo] = photosNamed('a');
	if (!photo) throw new Error('There is one.');
	uploads.sync([photo]);

	uploads.sync([{ ...photo, file: new File(['turned'], 'turned'), turns: 1 }]);

	expect(the('a').follow.signal.aborted).toBe(true);
	expect(the('turned').follow.signal.aborted).toBe(false);
});

test('a photo uploaded on an earlier visit is ready at once', () => {
	const { uploads, steps } = openUploads();
	const sent = { url: '/sent/a', width: 1, height: 1, thumbhash: '' };

	uploads.sync(photosNamed('a').map((photo) => ({ ...photo, sent })));

	expect(steps()).toEqual(['ready']);
});

test('a failed photo can be retried on its own', async () => {
	const { uploads, steps, the } = openUploads();
	const photos = photosNamed('a', 'b');
	uploads.sync(photos);
	the('a').fail(new Error('no photo'));
	await settle();
	expect(steps()).toEqual(['failed', 'sending']);

	uploads.retry(photos[0]?.key ?? '');

	expect(steps()).toEqual(['sending', 'sending']);
});

test('a stopped photo stays stopped even if its upload still completes', async () => {
	const { uploads, the } = openUploads();
	const photos = photosNamed('a');
	uploads.sync(photos);

	uploads.stop(photos[0]?.key ?? '');
	the('a').arrive();
	await settle();

	expect([...uploads.current().values()]).toEqual([{ step: 'failed' }]);
});

test('the total progress is the average over all photos', () => {
	const { uploads, the } = openUploads();
	uploads.sync(photosNamed('a', 'b'));

	the('a').follow.onProgress(0.5);

	expect(sentFraction(uploads.current())).toBe(0.25);
});

test('an upload is paused while the connection is lost', () => {
	const { uploads, steps, the } = openUploads();
	uploads.sync(photosNamed('a'));

	the('a').follow.onWaiting(true);
	expect(steps()).toEqual(['paused']);

	the('a').follow.onWaiting(false);
	expect(steps()).toEqual(['sending']);
});

test('a submit waits for every photo and retries the failed ones', async () => {
	const { uploads, the } = openUploads();
	uploads.sync(photosNamed('a', 'b'));
	the('a').fail(new Error('a bad moment'));
	await settle();

	const finished = uploads.waitUntilReady(NEVER);
	the('a').arrive();
	the('b').arrive();

	await expect(finished).resolves.toBeUndefined();
});

test('a submit fails with the reason why a photo could not be uploaded', async () => {
	const { uploads, the } = openUploads();
	uploads.sync(photosNamed('a'));

	const finished = uploads.waitUntilReady(NEVER);
	the('a').fail(new Error('no photo'));

	await expect(finished).rejects.toThrow('no photo');
});

test('cancelling a submit stops all running uploads', async () => {
	const { uploads, steps, the } = openUploads();
	uploads.sync(photosNamed('a', 'b', 'c'));
	the('a').arrive();
	await settle();
	const cancelling = new AbortController();

	const finished = uploads.waitUntilReady(cancelling.signal);
	cancelling.abort();

	await expect(finished).rejects.toMatchObject({ name: 'AbortError' });
	expect(steps()).toEqual(['ready', 'failed', 'failed']);
	expect(the('b').follow.signal.aborted).toBe(true);
});

test('leaving the form does not stop the uploads of a running submit', async () => {
	const { uploads, steps, the } = openUploads();
	uploads.sync(photosNamed('a'));
	const submitted = uploads.duringSubmit(async () => {
		await uploads.waitUntilReady(NEVER);
		return steps();
	});

	uploads.sync([]);
	the('a').arrive();

	expect(await submitted).toEqual(['ready']);
	expect(steps()).toEqual([]);
});

test('photos that the server has lost are uploaded again', async () => {
	const { uploads, steps, the } = openUploads();
	uploads.sync(photosNamed('a'));
	the('a').arrive();
	await settle();

	uploads.resendAll();

	expect(steps()).toEqual(['sending']);
});
