/** The part of the Shape Detection API that is used (https://wicg.github.io/shape-detection-api). */
export interface BarCodeDetector {
	detect: (source: ImageBitmapSource) => Promise<readonly { rawValue: string }[]>;
}

interface DetectorConstructor {
	new (options: { formats: readonly string[] }): BarCodeDetector;
	getSupportedFormats: () => Promise<readonly string[]>;
}

declare global {
	interface Window {
		/** Missing in Firefox, in Safari, and in Chromium on some systems. */
		BarcodeDetector?: DetectorConstructor;
	}
}

/** Books carry an EAN-13 code. */
const FORMAT = 'ean_13';

/** Whether this browser may be able to read bar codes. */
export function canScanBarCodes(): boolean {
	return window.BarcodeDetector !== undefined;
}

/** @returns undefined if this browser cannot read the bar codes of books */
export async function openDetector(): Promise<BarCodeDetector | undefined> {
	const Detector = window.BarcodeDetector;
	const formats = (await Detector?.getSupportedFormats()) ?? [];
	return Detector && formats.includes(FORMAT) ? new Detector({ formats: [FORMAT] }) : undefined;
}
