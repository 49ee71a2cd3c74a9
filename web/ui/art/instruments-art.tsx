import { ArtFrame, type ArtProps } from './art-frame.tsx';

const TICKS = Array.from(
	{ length: 21 },
	(_, tick) => `M${84 + tick * 12} 196v${tick % 5 ? 9 : 16}`,
);

/** The drawing of the category of drafting instruments: a ruler, a set square and dividers. */
export function InstrumentsArt(props: ArtProps) {
	return (
		<ArtFrame {...props}>
			<g transform="rotate(-12 200 150)" strokeLinecap="round" strokeLinejoin="round">
				<rect
					x="70"
					y="196"
					width="270"
					height="34"
					rx="5"
					fill="#fffdf7"
					stroke="#9cc4b2"
					strokeWidth="3"
				/>
				<path d={TICKS.join('')} stroke="#343b49" strokeWidth="3" strokeLinecap="butt" />
				<path
					d="M108 190V64l130 126zM130 168h54l-54-52z"
					fill="#f5aa1c"
					fillOpacity=".9"
					fillRule="evenodd"
					stroke="#cc8400"
					strokeWidth="4"
				/>
				<path d="M262 70l34 104M262 70l-30 106" className="stroke-art-ink" strokeWidth="9" />
				<circle cx="262" cy="66" r="13" fill="#e2604a" />
				<path d="M296 174l4 16M232 176l-3 14" stroke="#8b95a8" strokeWidth="5" />
			</g>
		</ArtFrame>
	);
}
