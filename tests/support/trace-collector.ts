import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { vi } from 'vitest';
import { whenDone } from './when-done.ts';

/** A span as it was received. */
export interface CollectedSpan {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	attributes: { key: string; value: Record<string, unknown> }[];
}

interface Sent {
	resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[];
}

/** Receives traces by OTLP over HTTP, as JSON. */
export async function openTraceCollector() {
	const spans: CollectedSpan[] = [];
	const server = createServer((request, response) => {
		json(request).then(
			(sent) => {
				for (const { scopeSpans } of (sent as Sent).resourceSpans) {
					spans.push(...scopeSpans.flatMap((scope) => scope.spans));
				}
				response.end('{}');
			},
			() => response.writeHead(400).end(),
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	whenDone(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		spans,
		/** Waits for a matching span. */
		has: (isIt: (span: CollectedSpan) => boolean) =>
			vi.waitUntil(() => spans.find(isIt), { timeout: 25_000, interval: 20 }),
	};
}
