import { defineErrors } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';
import { WANTED_LIMITS } from './facts.ts';

export const WANTED_ERRORS = /* @__PURE__ */ defineErrors('wanted', {
	title: `Please say what you look for in ${WANTED_LIMITS.titleMin} to ${WANTED_LIMITS.titleMax} characters.`,
	note: `A note can be at most ${WANTED_LIMITS.noteMax} characters.`,
	subject: 'Please name one subject by its code.',
	unknownCategory: (name: string) => `There is no category “${isolated(name)}”.`,
	badItem: 'Please choose one of your items.',
	notFound: 'Post not found.',
	notOwner: 'This post is somebody else’s.',
	over: 'This post is over.',
	tooMany: `You can look for ${WANTED_LIMITS.livePerPerson} things at a time. Close one of your posts first.`,
	tooManyToday: `You can post ${WANTED_LIMITS.postsPerDay} times a day. Please try again tomorrow.`,
	ownPost: 'This is your own post.',
	notYourItem: 'You can offer your own items only.',
	notOnSale: 'This item is not on sale.',
	alreadyOffered: 'You have offered this item here already.',
	tooManyAnswers: `You can answer ${WANTED_LIMITS.answersPerDay} times a day. Please try again tomorrow.`,
	alreadyRemoved: 'This post is removed already.',
});
