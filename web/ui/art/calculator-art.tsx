import { ArtFrame, type ArtProps } from './art-frame.tsx';

const COLUMNS = [0, 1, 2, 3];
const SMALL_COLUMNS = [0, 1, 2, 3, 4];
const ROWS = [0, 1, 2];

export function CalculatorArt(props: ArtProps) {
	return (
		<ArtFrame {...props}>
			<g transform="rotate(-8 200 150)">
				<rect x="132" y="32" width="136" height="236" rx="18" fill="#2f3542" />
				<rect x="132" y="32" width="136" height="228" rx="18" fill="#3d4555" />
				<rect x="148" y="50" width="104" height="52" rx="6" fill="#c9d8b6" />
				<path
					d="M160 88h12M178 88h8M192 70v18M206 70q12 0 12 9t-12 9"
					stroke="#36402c"
					strokeWidth="5"
					fill="none"
					strokeLinecap="round"
				/>
				<g fill="#e9e6df">
					{ROWS.flatMap((row) =>
						COLUMNS.map((column) => (
							<rect
								key={`${row}${column}`}
								x={150 + column * 26}
								y={150 + row * 24}
								width="20"
								height="16"
								rx="4"
							/>
						)),
					)}
					<rect x="202" y="224" width="20" height="18" rx="4" />
				</g>
				<g fill="#6c768a">
					{SMALL_COLUMNS.map((column) => (
						<path key={column} d={`M${150 + column * 21} 114h15v10h-15zm0 16h15v10h-15z`} />
					))}
				</g>
				<rect x="150" y="224" width="46" height="18" rx="4" fill="#f5aa1c" />
				<rect x="228" y="224" width="20" height="18" rx="4" fill="#e2604a" />
			</g>
		</ArtFrame>
	);
}
