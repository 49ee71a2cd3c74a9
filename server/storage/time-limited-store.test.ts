import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PhotoStore } from './photo-store.ts';
import { StorageError } from './storage-error.ts';
import { createTimeLimitedStore } from './time-limited-store.ts';

const BYTES = Buffer.from('a picture');
const TIMEOUT_MS = 1400;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
});

/** A store whose calls hang until `end`, for files with names that begin with `slow`. */
function openSlowStore() {
	const calls: string[] = [];
	const ended = Promise.withResolvers<void>();
	async function call(name: string): Promise<void> {
		calls.push(name);
		if (name.startsWith('slow')) await ended.promise;
	}
	const store = createTimeLimitedStore({
		put: call,
		readBuffer: async (name) => {
			await call(name);
			return BYTES;
		},
	} satisfies Partial<PhotoStore> as unknown as PhotoStore);
	return { store, calls, end: ended.resolve };
}

/** Starts the calls, and returns their results when all are overdue. */
async function untilOverdue(calls: readonly Promise<unknown>[]) {
	const results = Promise.allSettled(calls);
	await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
	return (await results).map(({ status }) => status);
}

test('a file that the store does not send fails after the timeout, and other files are read', async () => {
	const { store } = openSlowStore();

	expect(await untilOverdue([store.readBuffer('slow')])).toEqual(['rejected']);

	expect(await store.readBuffer('other')).toBe(BYTES);
});

test('while a call for a file is overdue, further calls for it are refused at once', async () => {
	const { store, calls, end } = openSlowStore();
	await untilOverdue([store.readBuffer('slow')]);

	await expect(store.readBuffer('slow')).rejects.toThrow(StorageError);
	expect(calls).toEqual(['slow']);

	end();
	await vi.waitFor(async () => expect(await store.readBuffer('slow')).toBe(BYTES), {
		timeout: 20_000,
	});
});

test('files are read while several others are overdue, if the store has answered since those were requested', async () => {
	const { store } = openSlowStore();
	const slow = ['slow 1', 'slow 2', 'slow 3', 'slow 4'].map((name) => store.readBuffer(name));
	await store.readBuffer('quick');

	expect(await untilOverdue(slow)).toEqual(Array(4).fill('rejected'));

	expect(await store.readBuffer('other')).toBe(BYTES);
});

test('while three calls are overdue and the store answers no other, calls are refused at once, until one ends', async () => {
	const { store, calls, end } = openSlowStore();
	await store.readBuffer('before');
	await untilOverdue(['slow 1', 'slow 2', 'slow 3'].map((name) => store.readBuffer(name)));

	await expect(store.readBuffer('refused')).rejects.toThrow(StorageError);
	expect(calls).not.toContain('refused');

	end();
	await vi.waitFor(async () => expect(await store.readBuffer('after')).toBe(BYTES), {
		timeout: 20_000,
	});
});

test('files are read while writes hang, and further writes are refused, although files are read', async () => {
	const { store, calls } = openSlowStore();
	const writing = ['slow 1', 'slow 2', 'slow 3'].map((name) => store.put(name, BYTES));
	await store.readBuffer('quick');
	await untilOverdue(writing);

	expect(await store.readBuffer('other')).toBe(BYTES);
	await expect(store.put('refused', BYTES)).rejects.toThrow(StorageError);
	expect(calls).not.toContain('refused');
});
