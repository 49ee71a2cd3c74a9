import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

interface FetchEvent {
	request: Request;
	respondWith: (answer: Promise<Response>) => void;
}

const MARKET = 'https://market.invalid';
const kept = new Map<string, Response>();
const cache = {
	put: async (request: Request, response: Response) => void kept.set(request.url, response),
	delete: async (request: Request) => kept.delete(request.url),
	keys: async () => [],
};
const caches = {
	open: async () => cache,
	match: async (request: Request | string) =>
		kept.get(typeof request === 'string' ? request : request.url)?.clone(),
};
const fromLine = vi.fn<(request: Request) => Promise<Response>>();
let hearFetch: (event: FetchEvent) => void;

beforeAll(async () => {
	vi.stubGlobal('self', {
		location: { origin: MARKET },
		addEventListener: (type: string, listener: typeof hearFetch) => {
			if (type === 'fetch') hearFetch = listener;
		},
	});
	vi.stubGlobal('caches', caches);
	vi.stubGlobal('fetch', fromLine);
	await import('./service-worker.ts');
});

afterAll(() => {
	vi.unstubAllGlobals();
});

beforeEach(() => {
	kept.clear();
	fromLine.mockReset();
});

function ask(path: string): Promise<Response> {
	return new Promise((resolve, reject) => {
		const request = new Request(`${MARKET}${path}`);
		hearFetch({ request, respondWith: (answer) => answer.then(resolve, reject) });
	});
}

function brokenOff(): Response {
	const body = new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode('{"data":'));
			controller.error(new TypeError('terminated'));
		},
	});
	return new Response(body);
}

describe('on a line that comes and goes', () => {
	test('a part of the app that is lost is asked for again before the page hears of it', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		fromLine.mockResolvedValueOnce(new Response('part'));

		const answer = ask('/assets/side-menu-1.js');
		await vi.runAllTimersAsync();
		vi.useRealTimers();

		expect(await (await answer).text()).toBe('part');
	});

	test('an answer that breaks off half-way gives way to the whole one before', async () => {
		fromLine.mockResolvedValueOnce(new Response('whole'));
		await ask('/api/item/list-items');
		fromLine.mockResolvedValueOnce(brokenOff());

		const answer = await ask('/api/item/list-items');

		expect(await answer.text()).toBe('whole');
	});

	test('what is gone by the server’s last word is not shown as it was', async () => {
		fromLine.mockResolvedValueOnce(new Response('on sale'));
		await ask('/api/item/get-item-details/7');
		fromLine.mockResolvedValueOnce(new Response('gone', { status: 404 }));
		await ask('/api/item/get-item-details/7');
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));

		await expect(ask('/api/item/get-item-details/7')).rejects.toThrow('Failed to fetch');
	});
});
