import type { ArtProps } from '#web/ui/art/art-frame.tsx';

/** The illustration of the maintenance page: a covered notice board and a ladder. */
export function MaintenanceArt({ className }: ArtProps) {
	return (
		<svg viewBox="0 0 240 180" aria-hidden="true" className={className}>
			<rect x="20" y="10" width="200" height="128" rx="12" fill="#b98a52" />
			<rect x="30" y="20" width="180" height="108" rx="6" fill="#e6c48f" />
			<path d="M40 16h160v96q-20 12-40 0t-40 0-40 0-40 0z" fill="#f3eee5" />
			<path
				d="M80 16v94M120 16v94M160 16v94"
				stroke="#d8cfbd"
				strokeWidth="3"
				strokeLinecap="round"
			/>
			<circle cx="48" cy="22" r="6" fill="#e2604a" />
			<circle cx="192" cy="22" r="6" fill="#e2604a" />
			<ellipse cx="120" cy="170" rx="86" ry="6" opacity=".1" />
			<path
				d="M92 168l20-72M148 168l-20-72"
				stroke="#7a5427"
				strokeWidth="7"
				strokeLinecap="round"
			/>
			<path d="M99 146h42M105 122h30" stroke="#a8743a" strokeWidth="6" strokeLinecap="round" />
			<path d="M108 96h24" className="stroke-accent" strokeWidth="8" strokeLinecap="round" />
		</svg>
	);
}
