import type { ComponentProps, ReactNode } from 'react';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
	/** Accessible name and tooltip. */
	label: string;
	icon: ReactNode;
	/** `floating` is for use on pictures. */
	variant?: 'bare' | 'floating';
}

const VARIANT_CLASSES = {
	bare: 'bg-transparent hover:bg-sunken',
	// The focus ring is drawn inside the button, because a picture below could have the ring's colour.
	floating: 'bg-surface/90 text-ink hover:bg-surface -outline-offset-2',
} as const;

export function IconButton({
	label,
	icon,
	variant = 'bare',
	type = 'button',
	className = '',
	...rest
}: IconButtonProps) {
	return (
		<button
			{...rest}
			type={type}
			aria-label={label}
			title={label}
			className={`grid size-11 shrink-0 cursor-pointer place-items-center rounded-full transition-colors duration-150 disabled:cursor-default disabled:opacity-40 ${VARIANT_CLASSES[variant]} ${className}`}
		>
			{icon}
		</button>
	);
}
