import sharp from 'sharp';

/*
 * The baseline of photo processing: sharp alone, two photos at a time on one thread each. Each photo is decoded once, and each
 * of the server's three sizes is made from the next larger one. Receives paths and answers when they are processed.
 */
const WIDTHS = [1600, 640, 320];
const PARALLEL_PHOTOS = 2;
const WEBP = { quality: 80, effort: 4 };

sharp.concurrency(1);

async function createSizes(path: string): Promise<void> {
	let source = sharp(path).autoOrient();
	for (const width of WIDTHS) {
		const bounds = { width, height: width * 3, fit: 'inside', withoutEnlargement: true } as const;
		const { data, info } = await source.resize(bounds).raw().toBuffer({ resolveWithObject: true });
		const raw = { width: info.width, height: info.height, channels: info.channels };
		await sharp(data, { raw }).webp(WEBP).toBuffer();
		source = sharp(data, { raw });
	}
}

async function processPhotos(paths: string[]): Promise<void> {
	const pending = [...paths];
	const processPending = async () => {
		for (let path = pending.shift(); path; path = pending.shift()) await createSizes(path);
	};
	await Promise.all(Array.from({ length: PARALLEL_PHOTOS }, processPending));
}

process.on('message', async (paths: string[]) => {
	await processPhotos(paths);
	process.send?.('done');
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
