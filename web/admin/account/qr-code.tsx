import { encode } from 'uqr';

/** The white margin around a QR code, in modules (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4;

/** A text as a QR code, dark on white in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });

	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="size-52 max-w-full rounded-field border border-line"
		>
			<rect width={size} height={size} className="fill-white" />
			<path d={modulePath(data)} className="fill-on-accent" />
		</svg>
	);
}

/** An SVG path with one square for each dark module. */
function modulePath(rows: readonly (readonly boolean[])[]): string {
	return rows
		.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
		.join('');
}
