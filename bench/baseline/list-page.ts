import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import react from '@vitejs/plugin-react';
import Fastify from 'fastify';
import { build } from 'vite';
import { photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import type { BaselineItem } from './list-page/baseline-item.ts';

interface ApiItem {
	id: number;
	title: string;
	price: number;
	photos: readonly { url: string; width?: number; height?: number }[];
}

/**
 * Builds the list page and serves it, compressed, with copies of a server's newest items and their photos.
 * @param server the address of the server; it gets no requests once this function has returned
 */
export async function openBaselineSite(server: string, count: number) {
	const folder = await mkdtemp(join(tmpdir(), 'passdown-list-page-'));
	const root = join(import.meta.dirname, 'list-page');
	const output = { outDir: folder, emptyOutDir: true };
	await build({ root, configFile: false, logLevel: 'error', plugins: [react()], build: output });
	const response = await fetch(`${server}/api/item/get-all-items?limit=${count}`);
	const items = ((await response.json()) as ApiItem[]).map(toBaselineItem);
	const photos = await fetchPhotos(server, items);
	const app = Fastify();
	await app.register(fastifyCompress);
	await app.register(fastifyStatic, { root: folder, immutable: true, maxAge: '365d' });
	app.get('/api/items', async () => items);
	app.get<{ Params: { name: string } }>('/photos/:name', async ({ params }, reply) =>
		reply
			.type('image/webp')
			.header('cache-control', 'max-age=31536000, immutable')
			.send(photos.get(`/photos/${params.name}`)),
	);
	await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
		close: async () => {
			await app.close();
			await rm(folder, { recursive: true });
		},
	};
}

function toBaselineItem({ id, title, price, photos: [photo] }: ApiItem): BaselineItem {
	if (!photo) return { id, title, price };
	const { url, width, height } = photo;
	const src = photoUrlAt(url, 640);
	return { id, title, price, photo: { src, srcset: photoSrcset(photo), width, height } };
}

async function fetchPhotos(server: string, items: readonly BaselineItem[]) {
	const paths = items.flatMap(({ photo }) =>
		photo ? photo.srcset.split(', ').map((size) => size.split(' ')[0] ?? '') : [],
	);
	const photos = new Map<string, Buffer>();
	for (const path of new Set(paths)) {
		const response = await fetch(new URL(path, server));
		photos.set(path, Buffer.from(await response.arrayBuffer()));
	}
	return photos;
}
