import { ArtFrame, type ArtProps } from './art-frame.tsx';

export function KettleArt(props: ArtProps) {
	return (
		<ArtFrame {...props}>
			<ellipse cx="196" cy="252" rx="104" ry="10" opacity=".08" />
			<path d="M128 112h134l16 120a14 14 0 0 1-14 16H126a14 14 0 0 1-14-16z" fill="#c9d2df" />
			<path d="M128 112h40l-8 136h-34a14 14 0 0 1-14-16z" fill="#e3e9f1" />
			<path d="M262 124l34-22-10 58-20 20z" fill="#b2bdcd" />
			<path
				d="M134 118q-62 6-52 66q6 34 36 40"
				fill="none"
				className="stroke-art-ink"
				strokeWidth="16"
				strokeLinecap="round"
			/>
			<path d="M136 112q4-34 58-34t60 34z" className="fill-art-ink" />
			<rect x="182" y="60" width="26" height="20" rx="9" fill="#f5aa1c" />
			<circle cx="196" cy="224" r="8" fill="#e2604a" />
		</ArtFrame>
	);
}
