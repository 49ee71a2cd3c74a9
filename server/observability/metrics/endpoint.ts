import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from '@prometheus-io/client';
import type { FastifyBaseLogger } from 'fastify';
import type { MetricsSources } from './gauges.ts';
import { openMetrics } from './metrics.ts';

/** Loopback only: the endpoint has no authentication, and metrics are for operators. */
const HOST = '127.0.0.1';
/** The default scrape timeout of Prometheus. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Collects the metrics of an instance and serves them at `/metrics` on a separate port.
 * @returns stops the endpoint
 * @throws Error in one line that names METRICS_PORT, if the port cannot be opened
 */
export async function serveMetrics(
	port: number,
	sources: MetricsSources,
	log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
	const { registry, close } = openMetrics(sources);
	const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
		if (request.method !== 'GET' || request.url !== '/metrics') {
			response.writeHead(404).end();
			return;
		}
		send(registry, response).catch((error: unknown) => {
			log.error({ err: error }, 'metrics could not be collected');
			response.writeHead(500).end();
		});
	});
	server.listen(port, HOST);
	try {
		await once(server, 'listening');
	} catch (error) {
		close();
		const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
		throw new Error(`METRICS_PORT: cannot listen on port ${port} of ${HOST} (${reason}).`);
	}
	return async () => {
		close();
		server.close();
		server.closeAllConnections();
	};
}

async function send(registry: Registry, response: ServerResponse): Promise<void> {
	const body = await registry.metrics();
	response.writeHead(200, { 'content-type': registry.contentType }).end(body);
}
