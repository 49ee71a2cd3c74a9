/** Tested in this order, the specific names first: every user agent contains 'Mozilla' and most contain 'Safari'. */
const BROWSERS: readonly [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, 'Edge'],
	[/\b(OPR|Opera)\//, 'Opera'],
	[/\bSamsungBrowser\//, 'Samsung Internet'],
	[/\b(Firefox|FxiOS)\//, 'Firefox'],
	[/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
	[/\bSafari\//, 'Safari'],
];
const OPERATING_SYSTEMS: readonly [RegExp, string][] = [
	[/\biPhone\b/, 'iPhone'],
	[/\biPad\b/, 'iPad'],
	[/\bAndroid\b/, 'Android'],
	[/\bWindows\b/, 'Windows'],
	[/\b(Macintosh|Mac OS X)\b/, 'Mac'],
	[/\bCrOS\b/, 'ChromeOS'],
	[/\bLinux\b/, 'Linux'],
];

/** A readable browser name such as 'Chrome on Android', by which users recognise their own devices. */
export function deviceNameOf(userAgent: string | null): string {
	const browser = matchName(BROWSERS, userAgent);
	const system = matchName(OPERATING_SYSTEMS, userAgent);
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? 'Unknown device';
}

function matchName(
	names: readonly [RegExp, string][],
	userAgent: string | null,
): string | undefined {
	return names.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1];
}
