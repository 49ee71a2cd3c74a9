import type { CategoryIcon as IconName } from '#contract/catalogue/facts.ts';
import sprite from './category-icons.svg?url&no-inline';

/** The background of a category's colour, by its icon. */
const TINTS: Record<IconName, string> = {
	'circuit-board': 'bg-electronics',
	laptop: 'bg-electronics',
	calculator: 'bg-electronics',
	'book-open': 'bg-books',
	palette: 'bg-books',
	music: 'bg-books',
	'scroll-text': 'bg-pyqs',
	ticket: 'bg-pyqs',
	scale: 'bg-pyqs',
	'drafting-compass': 'bg-instruments',
	stethoscope: 'bg-instruments',
	flask: 'bg-instruments',
	'shopping-bag': 'bg-essentials',
	bed: 'bg-essentials',
	shirt: 'bg-essentials',
	boxes: 'bg-others',
	bike: 'bg-others',
	dumbbell: 'bg-others',
};

/** The background class for a category; a neutral background if its icon is not known. */
export function tintOf(icon: IconName | undefined): string {
	return icon ? TINTS[icon] : 'bg-sunken';
}

/** A category's icon, from a sprite file with all icons. */
export function CategoryIcon({ icon, className }: { icon: IconName; className: string }) {
	return (
		<svg aria-hidden="true" className={className}>
			<use href={`${sprite}#${icon}`} />
		</svg>
	);
}
