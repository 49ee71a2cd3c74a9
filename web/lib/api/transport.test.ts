import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { send } from './transport.ts';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	return () => void vi.useRealTimers();
});

const GET = { method: 'GET', address: '/api/anything', headers: {}, body: undefined };

/** A fake `fetch` whose response begins, continues and ends on command, and fails when aborted, as in a browser. */
function holdLine() {
	const begun = Promise.withResolvers<Response>();
	let body: ReadableStreamDefaultController<Uint8Array> | undefined;
	const stream = new ReadableStream<Uint8Array>({
		start: (controller) => {
			body = controller;
		},
	});
	vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
		signal.addEventListener('abort', () => {
			begun.reject(signal.reason);
			body?.error(signal.reason);
		});
		return begun.promise;
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	return {
		begin: () => begun.resolve(new Response(stream)),
		bring: async (text: string) => {
			body?.enqueue(new TextEncoder().encode(text));
			await vi.advanceTimersByTimeAsync(0);
		},
		end: () => body?.close(),
	};
}

test('a response is read to its end as long as data keeps arriving', async () => {
	const line = holdLine();
	const answer = send(GET);
	line.begin();

	for (const part of ['a', 'b', 'c']) {
		await line.bring(part);
		await vi.advanceTimersByTimeAsync(29_000);
	}
	line.end();

	expect(await answer).toMatchObject({ status: 200, text: 'abc' });
});

test('a response without new data for 30 seconds is aborted', async () => {
	const line = holdLine();
	const answer = send(GET);
	const refused = expect(answer).rejects.toThrow(TypeError);
	line.begin();
	await line.bring('a');

	await vi.advanceTimersByTimeAsync(30_000);

	await refused;
});

test('a response may begin later if the call allows it, and then gets the usual timeout', async () => {
	const line = holdLine();
	const answer = send({ ...GET, beginsWithinMs: 120_000 });
	const refused = expect(answer).rejects.toThrow(TypeError);
	let isGivenUp = false;
	answer.catch(() => {
		isGivenUp = true;
	});

	await vi.advanceTimersByTimeAsync(119_000);
	line.begin();
	await line.bring('a');
	await vi.advanceTimersByTimeAsync(29_000);
	const wasGivenUp = isGivenUp;
	await vi.advanceTimersByTimeAsync(1000);

	expect(wasGivenUp).toBe(false);
	await refused;
});
