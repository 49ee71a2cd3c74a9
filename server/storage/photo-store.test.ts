import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTimeLimitedStore, type PhotoStore, StorageError } from './photo-store.ts';

const BYTES = Buffer.from('a picture');
/** As in `createTimeLimitedStore`. */
const TIMEOUT_MS = 1400;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
});

/** A time-limited store. Behind it, calls for files whose names begin with `slow` hang until `endAll`. */
function openSlowStore() {
	const calledNames: string[] = [];
	const ended = Promise.withResolvers<void>();
	async function call(name: string): Promise<void> {
		calledNames.push(name);
		if (name.startsWith('slow')) await ended.promise;
	}
	const store = createTimeLimitedStore({
		put: call,
		readBuffer: async (name) => {
			await call(name);
			return BYTES;
		},
	} satisfies Partial<PhotoStore> as unknown as PhotoStore);
	return { store, calledNames, endAll: ended.resolve };
}

/** Lets the timeout of these calls pass. @returns how each ended */
async function statusesAfterTimeout(calls: readonly Promise<unknown>[]) {
	const results = Promise.allSettled(calls);
	await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
	return (await results).map(({ status }) => status);
}

test('reading a file that the backing store does not send fails after the timeout, and other files are read', async () => {
	const { store } = openSlowStore();

	expect(await statusesAfterTimeout([store.readBuffer('slow')])).toEqual(['rejected']);

	expect(await store.readBuffer('other')).toBe(BYTES);
});

test('while a call for a file is overdue, further calls for the file are refused at once, until the overdue call ends', async () => {
	const { store, calledNames, endAll } = openSlowStore();
	await statusesAfterTimeout([store.readBuffer('slow')]);

	await expect(store.readBuffer('slow')).rejects.toThrow(StorageError);
	expect(calledNames).toEqual(['slow']);

	endAll();
	await vi.waitFor(async () => expect(await store.readBuffer('slow')).toBe(BYTES), {
		timeout: 20_000,
	});
});

test('while four calls are overdue, other files are still read if the backing store has answered a call since the four began', async () => {
	const { store } = openSlowStore();
	const slow = ['slow 1', 'slow 2', 'slow 3', 'slow 4'].map((name) => store.readBuffer(name));
	await store.readBuffer('quick');

	expect(await statusesAfterTimeout(slow)).toEqual(Array(4).fill('rejected'));

	expect(await store.readBuffer('other')).toBe(BYTES);
});

test('while three calls are overdue and the backing store answers nothing, further calls are refused at once, until the three end', async () => {
	const { store, calledNames, endAll } = openSlowStore();
	await store.readBuffer('before');
	await statusesAfterTimeout(['slow 1', 'slow 2', 'slow 3'].map((name) => store.readBuffer(name)));

	await expect(store.readBuffer('refused')).rejects.toThrow(StorageError);
	expect(calledNames).not.toContain('refused');

	endAll();
	await vi.waitFor(async () => expect(await store.readBuffer('after')).toBe(BYTES), {
		timeout: 20_000,
	});
});

test('while three writes are overdue, further writes are refused and files are still read', async () => {
	const { store, calledNames } = openSlowStore();
	const writing = ['slow 1', 'slow 2', 'slow 3'].map((name) => store.put(name, BYTES));
	await store.readBuffer('quick');
	await statusesAfterTimeout(writing);

	expect(await store.readBuffer('other')).toBe(BYTES);
	await expect(store.put('refused', BYTES)).rejects.toThrow(StorageError);
	expect(calledNames).not.toContain('refused');
});
