import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS } from '#tests/support/factories.ts';
import { openS3Server } from '#tests/support/s3-server.ts';
import { jpeg } from '#tests/support/test-images.ts';

const WAIT = { timeout: 25_000, interval: 20 };

describe('failures of the photo store', async () => {
	const t = await openApp();
	const seller = await t.student();
	const { name, bytes } = await jpeg();
	const post = () =>
		t.as(seller).form('POST', '/item/add-item', ITEM_FIELDS, [{ field: 'images', name, bytes }]);
	const UNAVAILABLE = { success: false, ...REQUEST_ERRORS.unavailable };

	test('when writes to the photo store fail, posts are refused with 503, lists are served, and the failure is logged once', async () => {
		const put = vi.spyOn(t.store, 'put').mockRejectedValue(new Error('the bucket is gone'));
		onTestFinished(() => put.mockRestore());

		const responses = [await post(), await post()];
		const list = await t.as(null).get('/item/get-all-items');
		put.mockRestore();
		const postAfterRecovery = await post();

		for (const answer of responses) {
			expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
			expect(answer.json()).toEqual(UNAVAILABLE);
		}
		expect([list.statusCode, postAfterRecovery.statusCode]).toEqual([200, 201]);
		expect(t.failures.splice(0)).toHaveLength(1);
	});

	test('when the photo store hangs, the first post times out, and further posts are refused without a call to the store until it recovers', async () => {
		const released = Promise.withResolvers<void>();
		const put = vi.spyOn(t.store, 'put').mockImplementation(() => released.promise);
		onTestFinished(() => put.mockRestore());

		const first = await post();
		const callsOfFirst = put.mock.calls.length;
		const second = await post();
		const callsOfBoth = put.mock.calls.length;
		released.resolve();
		put.mockRestore();
		const isPosted = await vi.waitUntil(async () => (await post()).statusCode === 201, WAIT);

		for (const { statusCode, headers } of [first, second])
			expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
		expect(callsOfFirst).toBeGreaterThan(0);
		expect(callsOfBoth).toBe(callsOfFirst);
		expect(isPosted).toBe(true);
		t.failures.splice(0);
	});

	test('while the photo store does not send one photo, that photo gets 503, others are sent, and posts are accepted', async () => {
		const { hashes } = await t.item(seller, { photoCount: 2 });
		const [stalled = '', other = ''] = hashes.map((hash) => photoFileName(hash, 320));
		const { readBuffer } = t.store;
		const spy = vi
			.spyOn(t.store, 'readBuffer')
			.mockImplementation((name) => (name === stalled ? new Promise(() => {}) : readBuffer(name)));
		onTestFinished(() => spy.mockRestore());

		const responses = [
			await t.app.inject(`/photos/${stalled}`),
			await t.app.inject(`/photos/${other}`),
			await post(),
		];

		expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 200, 201]);
		t.failures.splice(0);
	});
});

describe('failures of the S3 store', async () => {
	const s3 = await openS3Server();
	const t = await openApp({ PHOTO_STORE: s3.address });
	const seller = await t.student();
	const { name, bytes } = await jpeg();
	const files = [{ field: 'images', name, bytes }];
	const post = () => t.as(seller).form('POST', '/item/add-item', ITEM_FIELDS, files);
	/** Posts an item. @returns a conditional request for its photo, as a browser with the photo in its cache sends it */
	const postPhoto = async () => {
		const [url] = (await post()).json().item.imageUrl;
		const { headers } = await t.app.inject({ method: 'HEAD', url });
		return { url, headers: { 'if-none-match': String(headers.etag) } };
	};
	const isHealthy = async () => (await post()).statusCode === 201;

	test('while the S3 store is down or hangs, requests that need the store get 503, other requests are served, and the app recovers by itself', async () => {
		const conditionalRequest = await postPhoto();
		const failures = [
			[s3.kill, s3.restart],
			[s3.suspend, s3.resume],
		] as const;

		for (const [stopStore, startStore] of failures) {
			await stopStore();
			const first = await post();
			const second = await post();
			const unconditional = await t.app.inject(conditionalRequest.url);
			const conditional = await t.app.inject(conditionalRequest);
			const list = await t.as(null).get('/item/get-all-items');
			await startStore();

			for (const { statusCode, headers } of [first, second, unconditional]) {
				expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
			}
			expect([conditional.statusCode, list.statusCode]).toEqual([304, 200]);
			expect(await vi.waitUntil(isHealthy, WAIT)).toBe(true);
			expect((await t.app.inject(conditionalRequest.url)).statusCode).toBe(200);
		}
		for (const failure of t.failures.splice(0)) {
			expect(JSON.stringify(failure)).not.toContain('S3RVER');
		}
	});
});
