import { Star } from 'lucide-react';

/** A star with an outline, because the fill alone has too little contrast. */
export function StarShape({ isFilled, className }: { isFilled: boolean; className: string }) {
	const colorClasses = isFilled ? 'fill-accent text-ink' : 'fill-transparent text-edge';
	return <Star aria-hidden="true" strokeWidth={1.5} className={`${colorClasses} ${className}`} />;
}

interface StarRowProps {
	filled: number;
	/** The total number of stars. */
	max: number;
	className: string;
}

/** A row of stars, hidden from screen readers: the surrounding element must have the rating as text. */
export function StarRow({ filled, max, className }: StarRowProps) {
	const numbers = Array.from({ length: max }, (_, index) => index + 1);
	return numbers.map((number) => (
		<StarShape key={number} isFilled={number <= filled} className={className} />
	));
}
