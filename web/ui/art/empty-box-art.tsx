import type { ArtProps } from './art-frame.tsx';

/** An open, empty box. */
export function EmptyBoxArt({ className }: ArtProps) {
	return (
		<svg viewBox="0 0 220 160" aria-hidden="true" className={className}>
			<ellipse cx="110" cy="146" rx="86" ry="8" opacity=".08" />
			<path d="M52 68h116v66a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z" fill="#d9a566" />
			<path d="M110 68h58v66a8 8 0 0 1-8 8h-50z" fill="#c8914f" />
			<path d="M52 68l18-24h80l18 24z" fill="#7a5427" />
			<path d="M52 68h58l-14 26H34z" fill="#ecc48d" />
			<path d="M168 68h-58l14 26h62z" fill="#dfb073" />
			<path d="M66 112h20M66 122h12" stroke="#a8743a" strokeWidth="4" strokeLinecap="round" />
			<g fill="none" className="stroke-accent" strokeWidth="5" strokeLinecap="round">
				<path d="M110 34V14M84 38L74 22M136 38l10-16" />
			</g>
		</svg>
	);
}
