import { ArtFrame, type ArtProps } from './art-frame.tsx';

/** Question papers and a pencil. */
export function PapersArt(props: ArtProps) {
	return (
		<ArtFrame {...props}>
			<g fill="#fffdf9" stroke="#e3cdb9" strokeWidth="3">
				<rect
					x="150"
					y="44"
					width="156"
					height="212"
					rx="7"
					fill="#fff7ee"
					transform="rotate(7 220 150)"
				/>
				<rect x="112" y="40" width="160" height="216" rx="7" transform="rotate(-5 190 150)" />
			</g>
			<g transform="rotate(-5 190 150)" strokeLinecap="round">
				<path d="M132 66h78" className="stroke-art-ink" strokeWidth="9" />
				<path d="M132 86h48" stroke="#b7a897" strokeWidth="6" />
				<path
					d="M150 116h98M150 132h80M150 162h98M150 178h64M150 208h92M150 224h70"
					stroke="#cfc2b2"
					strokeWidth="5"
				/>
				<g fill="#e2604a">
					<circle cx="136" cy="116" r="5" />
					<circle cx="136" cy="162" r="5" />
					<circle cx="136" cy="208" r="5" />
				</g>
			</g>
			<g transform="rotate(38 292 190)">
				<rect x="284" y="96" width="17" height="126" rx="4" fill="#f5aa1c" />
				<path d="M284 222h17l-8.5 24z" fill="#f3dcb8" />
				<path d="M290 238h5l-2.5 8z" className="fill-art-ink" />
				<rect x="284" y="86" width="17" height="16" rx="4" fill="#e2604a" />
			</g>
		</ArtFrame>
	);
}
