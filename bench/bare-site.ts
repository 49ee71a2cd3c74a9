import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import react from '@vitejs/plugin-react';
import Fastify from 'fastify';
import { build } from 'vite';
import { photoAt, photoSrcset } from '#contract/photo-sizes.ts';
import type { BareItem } from './bare-page/bare-item.ts';

interface Listed {
	id: number;
	title: string;
	price: number;
	photos: readonly { url: string; width?: number; height?: number }[];
}

/**
 * Builds the bare page into a folder of its own and serves it, compressed, with the market's newest items and their
 * pictures.
 * @param market its address; it is asked for nothing after this
 */
export async function openBareSite(market: string, count: number) {
	const folder = await mkdtemp(join(tmpdir(), 'bare-page-'));
	const root = join(import.meta.dirname, 'bare-page');
	const output = { outDir: folder, emptyOutDir: true };
	await build({ root, configFile: false, logLevel: 'error', plugins: [react()], build: output });
	const listed = await fetch(`${market}/api/item/get-all-items?limit=${count}`);
	const items = ((await listed.json()) as Listed[]).map(bareItem);
	const pictures = await fetchPictures(market, items);
	const app = Fastify();
	await app.register(fastifyCompress);
	await app.register(fastifyStatic, { root: folder, immutable: true, maxAge: '365d' });
	app.get('/api/items', async () => items);
	app.get<{ Params: { name: string } }>('/photos/:name', async ({ params }, reply) =>
		reply
			.type('image/webp')
			.header('cache-control', 'max-age=31536000, immutable')
			.send(pictures.get(`/photos/${params.name}`)),
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

function bareItem({ id, title, price, photos: [photo] }: Listed): BareItem {
	if (!photo) return { id, title, price };
	const { url, width, height } = photo;
	const src = photoAt(url, 640);
	return { id, title, price, photo: { src, srcset: photoSrcset(photo), width, height } };
}

async function fetchPictures(market: string, items: readonly BareItem[]) {
	const paths = items.flatMap(({ photo }) =>
		photo ? photo.srcset.split(', ').map((size) => size.split(' ')[0] ?? '') : [],
	);
	const pictures = new Map<string, Buffer>();
	for (const path of new Set(paths)) {
		const picture = await fetch(new URL(path, market));
		pictures.set(path, Buffer.from(await picture.arrayBuffer()));
	}
	return pictures;
}
