import { describeTag, listTags } from '../../.vitepress/rest-reference.ts';

/** A page for each group of calls. */
export default {
  paths: () =>
    listTags().map(({ name, slug, description }) => ({
      params: { tag: slug, name },
      content: `${description}\n\n${describeTag(name)}`,
    })),
};
