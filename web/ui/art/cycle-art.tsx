import { ArtFrame, type ArtProps } from './art-frame.tsx';

const SPOKE_DEGREES = [0, 30, 60, 90, 120, 150];
const WHEELS = [118, 284];

export function CycleArt(props: ArtProps) {
	return (
		<ArtFrame {...props}>
			<ellipse cx="200" cy="244" rx="150" ry="9" opacity=".08" />
			{WHEELS.map((x) => (
				<g key={x}>
					<circle cx={x} cy="186" r="54" fill="none" stroke="#2f3542" strokeWidth="9" />
					{SPOKE_DEGREES.map((degrees) => (
						<path
							key={degrees}
							d={`M${x - 50} 186h100`}
							transform={`rotate(${degrees} ${x} 186)`}
							stroke="#9fb0c8"
							strokeWidth="2.5"
						/>
					))}
				</g>
			))}
			<g fill="none" stroke="#2f3542" strokeLinecap="round" strokeLinejoin="round">
				<path
					d="M118 186l40-84h92l34 84M158 102l38 84h-78M196 186l54-84"
					stroke="#2b5fd0"
					strokeWidth="11"
				/>
				<path d="M138 92h40" strokeWidth="12" />
				<path d="M250 102l-8-34q22-10 40 4" strokeWidth="9" />
				<circle cx="196" cy="186" r="14" fill="#f5aa1c" stroke="none" />
				<path d="M196 186l14 22h14" strokeWidth="7" />
			</g>
		</ArtFrame>
	);
}
