import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { vi } from 'vitest';
import { onCleanup } from './on-cleanup.ts';

/** A span as it was received. */
export interface CollectedSpan {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	attributes: { key: string; value: Record<string, unknown> }[];
}

interface TracePayload {
	resourceSpans: {
		resource: Pick<CollectedSpan, 'attributes'>;
		scopeSpans: { spans: CollectedSpan[] }[];
	}[];
}

/** Receives traces by OTLP over HTTP, as JSON. */
export async function openTraceCollector() {
	const spans: CollectedSpan[] = [];
	const resources: TracePayload['resourceSpans'][number]['resource'][] = [];
	const server = createServer((request, response) => {
		json(request).then(
			(payload) => {
				for (const { resource, scopeSpans } of (payload as TracePayload).resourceSpans) {
					resources.push(resource);
					spans.push(...scopeSpans.flatMap((scope) => scope.spans));
				}
				response.end('{}');
			},
			() => response.writeHead(400).end(),
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onCleanup(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		spans,
		/** Descriptions of the instances that sent the spans, one for each request. */
		resources,
		/** Waits for a matching span. */
		waitForSpan: (matches: (span: CollectedSpan) => boolean) =>
			vi.waitUntil(() => spans.find(matches), { timeout: 25_000, interval: 20 }),
	};
}
