import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import { type MetricsSources, openMetrics } from './metrics.ts';

/** Nobody but this computer: figures are for whoever runs the market, and the port asks nobody who they are. */
const HOST = '127.0.0.1';
/** Prometheus gives up after ten seconds itself. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Keeps the metrics of an instance, and serves them at `/metrics` on a port of their own, and nothing else.
 * @returns how to end it
 * @throws Error in one line that names METRICS_PORT, where the port can't be had
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
			log.error({ err: error }, 'metrics could not be told');
			response.writeHead(500).end();
		});
	});
	server.listen(port, HOST);
	try {
		await once(server, 'listening');
	} catch (error) {
		close();
		const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
		throw new Error(`METRICS_PORT: port ${port} of ${HOST} can not be had (${reason}).`);
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
