import { parseIsbn } from '#contract/catalogue/isbn.ts';
import type { BarCodeDetector } from './bar-code-detector.ts';

export type Reading =
	| { kind: 'isbn'; isbn: string }
	/** There are bar codes, but none is an ISBN: many books also have a bar code for their price. */
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
