import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { send } from './transport.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const GET = { method: 'GET', url: '/api/anything', headers: {}, body: undefined };

/** A fake `fetch` whose response begins, continues and ends on command, and fails when aborted, as in a browser. */
function stubFetch() {
	const pendingResponse = Promise.withResolvers<Response>();
	let body: ReadableStreamDefaultController<Uint8Array> | undefined;
	const stream = new ReadableStream<Uint8Array>({
		start: (controller) => {
			body = controller;
		},
	});
	vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
		signal.addEventListener('abort', () => {
			pendingResponse.reject(signal.reason);
			body?.error(signal.reason);
		});
		return pendingResponse.promise;
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	return {
		startResponse: () => pendingResponse.resolve(new Response(stream)),
		sendChunk: async (text: string) => {
			body?.enqueue(new TextEncoder().encode(text));
			await vi.advanceTimersByTimeAsync(0);
		},
		endResponse: () => body?.close(),
	};
}

test('a slow response is read completely as long as data keeps arriving', async () => {
	const server = stubFetch();
	const reply = send(GET);
	server.startResponse();

	for (const chunk of ['a', 'b', 'c']) {
		await server.sendChunk(chunk);
		await vi.advanceTimersByTimeAsync(29_000);
	}
	server.endResponse();

	expect(await reply).toMatchObject({ status: 200, text: 'abc' });
});

test('a response without new data for 30 seconds is aborted', async () => {
	const server = stubFetch();
	const reply = send(GET);
	const rejection = expect(reply).rejects.toMatchObject({ name: 'TimeoutError' });
	server.startResponse();
	await server.sendChunk('a');

	await vi.advanceTimersByTimeAsync(30_000);

	await rejection;
});

test('a request can allow a longer wait for the response to start; after that the usual timeout applies', async () => {
	const server = stubFetch();
	const reply = send({ ...GET, responseStartTimeoutMs: 120_000 });
	const rejection = expect(reply).rejects.toThrow(TypeError);
	let isRejected = false;
	reply.catch(() => {
		isRejected = true;
	});

	await vi.advanceTimersByTimeAsync(119_000);
	server.startResponse();
	await server.sendChunk('a');
	await vi.advanceTimersByTimeAsync(29_000);
	const wasRejected = isRejected;
	await vi.advanceTimersByTimeAsync(1000);

	expect(wasRejected).toBe(false);
	await rejection;
});
