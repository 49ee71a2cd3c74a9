import { expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schema.ts';
import { type NewPhoto, toNewPhotos } from './photo-list.ts';
import { createPhotoUploads, type SendPhoto, sentFraction } from './photo-uploads.ts';

const NEVER = new AbortController().signal;

/** Uploads whose ends the test decides. */
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

test('two photos go at a time, and the next when one is there', async () => {
	const { uploads, steps, the } = openUploads();

	uploads.sync(photosNamed('a', 'b', 'c'));
	expect(steps()).toEqual(['sending', 'sending', 'waiting']);

	the('a').arrive();
	await settle();
	expect(steps()).toEqual(['ready', 'sending', 'sending']);
});

test('a photo that leaves the list is stopped and makes room', () => {
	const { uploads, steps, the } = openUploads();
	const photos = photosNamed('a', 'b', 'c');
	uploads.sync(photos);

	uploads.sync(photos.slice(1));

	expect(the('a').follow.signal.aborted).toBe(true);
	expect(steps()).toEqual(['sending', 'sending']);
});

test('another order sends nothing again', () => {
	const { uploads, the } = openUploads();
	const [a, b] = photosNamed('a', 'b');
	if (!a || !b) throw new Error('There are two.');
	uploads.sync([a, b]);

	uploads.sync([b, a]);

	expect(the('a').follow.signal.aborted).toBe(false);
});

test('a turned photo is sent in place of the one before', () => {
	const { uploads, the } = openUploads();
	const [photo] = photosNamed('a');
	if (!photo) throw new Error('There is one.');
	uploads.sync([photo]);

	uploads.sync([{ ...photo, file: new File(['turned'], 'turned'), turns: 1 }]);

	expect(the('a').follow.signal.aborted).toBe(true);
	expect(the('turned').follow.signal.aborted).toBe(false);
});

test('what was sent on an earlier visit is ready', () => {
	const { uploads, steps } = openUploads();
	const sent = { url: '/sent/a', width: 1, height: 1, thumbhash: '' };

	uploads.sync(photosNamed('a').map((photo) => ({ ...photo, sent })));

	expect(steps()).toEqual(['ready']);
});

test('one that failed can be sent again by itself', async () => {
	const { uploads, steps, the } = openUploads();
	const photos = photosNamed('a', 'b');
	uploads.sync(photos);
	the('a').fail(new Error('no photo'));
	await settle();
	expect(steps()).toEqual(['failed', 'sending']);

	uploads.retry(photos[0]?.key ?? '');

	expect(steps()).toEqual(['sending', 'sending']);
});

test('one that is stopped stays stopped, whatever still comes of it', async () => {
	const { uploads, the } = openUploads();
	const photos = photosNamed('a');
	uploads.sync(photos);

	uploads.stop(photos[0]?.key ?? '');
	the('a').arrive();
	await settle();

	expect([...uploads.current().values()]).toEqual([{ step: 'failed' }]);
});

test('the whole is as far as its photos on average', () => {
	const { uploads, the } = openUploads();
	uploads.sync(photosNamed('a', 'b'));

	the('a').follow.onProgress(0.5);

	expect(sentFraction(uploads.current())).toBe(0.25);
});

test('a lost line shows until it is back', () => {
	const { uploads, steps, the } = openUploads();
	uploads.sync(photosNamed('a'));

	the('a').follow.onWaiting(true);
	expect(steps()).toEqual(['paused']);

	the('a').follow.onWaiting(false);
	expect(steps()).toEqual(['sending']);
});

test('a form waits until every photo is there, and sends again what had failed', async () => {
	const { uploads, the } = openUploads();
	uploads.sync(photosNamed('a', 'b'));
	the('a').fail(new Error('a bad moment'));
	await settle();

	const finished = uploads.waitUntilReady(NEVER);
	the('a').arrive();
	the('b').arrive();

	await expect(finished).resolves.toBeUndefined();
});

test('a form is told why a photo cannot be sent', async () => {
	const { uploads, the } = openUploads();
	uploads.sync(photosNamed('a'));

	const finished = uploads.waitUntilReady(NEVER);
	the('a').fail(new Error('no photo'));

	await expect(finished).rejects.toThrow('no photo');
});

test('a form that is cancelled stops all that is under way', async () => {
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

test('who leaves the form stops nothing that a submit needs, until it has ended', async () => {
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

test('what the server has lost is sent again', async () => {
	const { uploads, steps, the } = openUploads();
	uploads.sync(photosNamed('a'));
	the('a').arrive();
	await settle();

	uploads.resendAll();

	expect(steps()).toEqual(['sending']);
});
