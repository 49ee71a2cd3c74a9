import type { ArtProps } from './art-frame.tsx';

/** A notice board from which a note has fallen; only its pin is left. */
export function LostPageArt({ className }: ArtProps) {
	return (
		<svg viewBox="0 0 240 180" aria-hidden="true" className={className}>
			<rect x="20" y="10" width="200" height="128" rx="12" fill="#b98a52" />
			<rect x="30" y="20" width="180" height="108" rx="6" fill="#e6c48f" />
			<g fill="#fffdf7">
				<rect x="44" y="34" width="44" height="52" rx="4" transform="rotate(-4 66 60)" />
				<rect x="152" y="40" width="44" height="36" rx="4" transform="rotate(5 174 58)" />
			</g>
			<path
				d="M52 50h26M52 60h20M160 54h26M161 64h18"
				stroke="#cfc2b2"
				strokeWidth="4"
				strokeLinecap="round"
			/>
			<path
				d="M100 40h40v58h-40z"
				fill="none"
				stroke="#b98a52"
				strokeWidth="3"
				strokeDasharray="5 7"
				strokeLinecap="round"
			/>
			<circle cx="120" cy="40" r="8" fill="#e2604a" />
			<circle cx="117.5" cy="37.5" r="2.5" fill="#fff" opacity=".7" />
			<ellipse cx="132" cy="170" rx="52" ry="6" opacity=".1" />
			<path d="M98 160l58-12 12 16-60 8z" fill="#fffdf7" stroke="#d8cfbd" strokeWidth="2" />
			<path d="M112 161l38-7M116 166l24-4" stroke="#cfc2b2" strokeWidth="3" strokeLinecap="round" />
		</svg>
	);
}
