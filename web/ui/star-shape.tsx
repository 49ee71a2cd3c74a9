import { Star } from 'lucide-react';

/** A star with an outline, because the fill alone has too little contrast. */
export function StarShape({ isFilled, className }: { isFilled: boolean; className: string }) {
	const colorClasses = isFilled ? 'fill-accent text-ink' : 'fill-transparent text-edge';
	return <Star aria-hidden="true" strokeWidth={1.5} className={`${colorClasses} ${className}`} />;
}
