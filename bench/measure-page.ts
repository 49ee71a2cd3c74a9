import lighthouse from 'lighthouse';

export const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What one run of Lighthouse says of a page on a phone. */
export interface PageFigures {
	/** Of 100, in the order of `SCORES`. */
	scores: number[];
	/** Milliseconds. */
	largestPaint: number;
	blocking: number;
	shift: number;
	/** Bytes on the wire. */
	scripts: number;
	withoutPictures: number;
	altogether: number;
}

interface Request {
	resourceType?: string;
	transferSize?: number;
}

/** @param port of a browser that was started for it */
export async function measurePage(url: string, port: number): Promise<PageFigures> {
	const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...SCORES] });
	if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
	const { categories, audits } = result.lhr;
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	const details = audits['network-requests']?.details;
	const requests = details && 'items' in details ? (details.items as Request[]) : [];
	const sent = (counts: (kind?: string) => boolean) =>
		requests
			.filter(({ resourceType }) => counts(resourceType))
			.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0);
	return {
		scores: SCORES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
		largestPaint: value('largest-contentful-paint'),
		blocking: value('total-blocking-time'),
		shift: value('cumulative-layout-shift'),
		scripts: sent((kind) => kind === 'Script'),
		withoutPictures: sent((kind) => kind !== 'Image'),
		altogether: sent(() => true),
	};
}
