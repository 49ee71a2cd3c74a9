import { parseIsbn } from '#contract/catalogue/isbn.ts';
import type { BarCodeDetector } from './bar-code-detector.ts';

export type Reading =
	| { kind: 'isbn'; isbn: string }
	/** There is a bar code, and none is an ISBN: many books carry one for their price too. */
	| { kind: 'other' }
	| { kind: 'nothing' };

/** Reads the bar codes of a picture or of the current frame of a video. */
export async function readIsbn(
	detector: BarCodeDetector,
	source: ImageBitmapSource,
): Promise<Reading> {
	const codes = await detector.detect(source);
	const isbn = codes.map(({ rawValue }) => parseIsbn(rawValue)).find(Boolean);
	if (isbn) return { kind: 'isbn', isbn };
	return { kind: codes.length > 0 ? 'other' : 'nothing' };
}
