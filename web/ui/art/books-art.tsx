import { ArtFrame, type ArtProps } from './art-frame.tsx';

export function BooksArt(props: ArtProps) {
	return (
		<ArtFrame {...props}>
			<ellipse cx="200" cy="252" rx="128" ry="12" opacity=".08" />
			<rect x="92" y="206" width="220" height="42" rx="5" fill="#5b4bb7" />
			<path d="M104 212h196v30H104z" fill="#f7f2e6" />
			<path d="M92 206h20v42H97a5 5 0 0 1-5-5z" fill="#46389a" />
			<rect x="110" y="164" width="196" height="42" rx="5" fill="#e2604a" />
			<path d="M122 170h172v30H122z" fill="#f7f2e6" />
			<path d="M110 164h20v42h-15a5 5 0 0 1-5-5z" fill="#bf4330" />
			<rect x="98" y="122" width="190" height="42" rx="5" fill="#f5aa1c" />
			<path d="M110 128h166v30H110z" fill="#f7f2e6" />
			<path d="M98 122h20v42h-15a5 5 0 0 1-5-5z" fill="#cc8400" />
			<g transform="rotate(-14 200 100)" strokeLinecap="round">
				<path
					d="M128 66q36-14 72 6q36-20 72-6v44q-36-14-72 6q-36-20-72-6z"
					fill="#fffdf7"
					stroke="#d8cfbd"
					strokeWidth="3"
				/>
				<path
					d="M200 72v44M142 80q22-7 44 2M142 92q22-7 44 2M214 82q22-9 44-2M214 94q22-9 44-2"
					stroke="#b6ab97"
					strokeWidth="3.5"
					fill="none"
				/>
			</g>
		</ArtFrame>
	);
}
