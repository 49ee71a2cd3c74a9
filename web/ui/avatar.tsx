export interface AvatarProps {
	name: string;
	pictureUrl?: string | null;
	/** Sets the size of the picture and of the initials. */
	className?: string;
}

/** A person's picture or initials. Hidden from screen readers, because the name is always shown beside it. */
export function Avatar({ name, pictureUrl, className = 'size-12 text-base' }: AvatarProps) {
	const shape = `grid shrink-0 place-items-center overflow-hidden rounded-full bg-books ${className}`;
	if (pictureUrl) {
		return <img src={pictureUrl} alt="" className={`${shape} object-cover`} />;
	}
	return (
		<span aria-hidden="true" className={`${shape} font-display font-bold text-ink`}>
			{initialsOf(name)}
		</span>
	);
}

/** At most two letters: 'AK' for Ananya Kumar. */
function initialsOf(name: string): string {
	const words = name.trim().split(/[\s._-]+/);
	const first = words.at(0) ?? '';
	const last = words.length > 1 ? (words.at(-1) ?? '') : '';
	return `${[...first].at(0) ?? '?'}${[...last].at(0) ?? ''}`.toLocaleUpperCase('en-IN');
}
